package io.meshgauge.measure;

import java.time.Duration;
import java.util.regex.Pattern;

/** Durations as settings write them: a whole number with the unit us, ms or s. */
public final class Durations {
  private static final Pattern WRITTEN = Pattern.compile("\\d{1,6}(us|ms|s)");

  private Durations() {}

  /** Whether a text is such a duration. */
  public static boolean written(String text) {
    return WRITTEN.matcher(text).matches();
  }

  /** The duration that a text writes; see {@link #written}. */
  public static Duration of(String text) {
    long number = Long.parseLong(text.replaceFirst("\\D+$", ""));
    return switch (text.replaceFirst("^\\d+", "")) {
      case "us" -> Duration.ofNanos(number * 1000);
      case "ms" -> Duration.ofMillis(number);
      default -> Duration.ofSeconds(number);
    };
  }
}
