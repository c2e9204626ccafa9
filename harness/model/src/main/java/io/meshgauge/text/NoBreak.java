package io.meshgauge.text;

import java.util.regex.Pattern;

/** Keeps figures together where lines are broken, by spaces that do not break. */
public final class NoBreak {
  /** The space that does not break (U+00A0). */
  public static final char SPACE = '\u00a0';

  /** The space between the two ends of an interval, for example of {@code [1.60 2.30]}. */
  private static final Pattern INTERVAL = Pattern.compile("(?<=\\[[-+.\\d]{1,14}) (?=[-+.\\d]+])");

  /** The space between a number and its unit. */
  private static final Pattern UNIT =
      Pattern.compile(
          "(?<=\\d) (?=(?:%|ns|us|ms|s|min|h|KiB|MiB|GiB|req/s|CPU-s/1000 req)(?![\\w/]))");

  private NoBreak() {}

  private static String intervals(String text) {
    return text.indexOf('[') < 0 ? text : INTERVAL.matcher(text).replaceAll(SPACE + "");
  }

  /** The text with intervals and units that are not broken. */
  public static String figures(String text) {
    return UNIT.matcher(intervals(text)).replaceAll(SPACE + "");
  }

  /** The text with ordinary spaces. */
  public static String undone(String text) {
    return text.replace(SPACE, ' ');
  }
}
