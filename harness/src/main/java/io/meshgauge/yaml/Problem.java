package io.meshgauge.yaml;

/**
 * One thing that is wrong with an input.
 *
 * @param place where
 * @param kind whether the input is wrong, or this machine or platform lacks something
 * @param found what was found
 * @param expected what was expected, and what exists
 * @param advice what to do
 */
public record Problem(Place place, Kind kind, String found, String expected, String advice) {
  private static final int MAX_QUOTED_CHARACTERS = 1_000;

  /** What has to change. */
  public enum Kind {
    /** The text. */
    WRONG,
    /** The machine or platform; the text is right. */
    MISSING
  }

  /** Place and finding on the first line, then indented what was expected and what to do. */
  @Override
  public String toString() {
    return finding() + System.lineSeparator() + remedy();
  }

  /** Place and finding, on one line. */
  String finding() {
    return place + ": " + shortened(found);
  }

  /** What was expected and what to do, on two indented lines. */
  String remedy() {
    return "    expected: %s%n    do: %s".formatted(shortened(expected), advice);
  }

  /** Everything but the advice, on one line. */
  public String line() {
    return "%s: %s; expected %s".formatted(place, shortened(found), shortened(expected));
  }

  /** Findings quote the file, which may be hostile. */
  private static String shortened(String text) {
    return text.length() > MAX_QUOTED_CHARACTERS
        ? text.substring(0, MAX_QUOTED_CHARACTERS) + "…"
        : text;
  }
}
