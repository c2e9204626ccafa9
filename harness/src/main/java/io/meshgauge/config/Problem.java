package io.meshgauge.config;

/**
 * One thing that is wrong with an experiment as it was written.
 *
 * @param place where
 * @param kind whether the writing is wrong, or something is missing here
 * @param found what was found
 * @param expected what was expected, and what exists
 * @param advice what to do
 */
public record Problem(Place place, Kind kind, String found, String expected, String advice) {
  private static final int MOST = 1_000;

  /** Who has to act. */
  public enum Kind {
    /** The text must be changed. */
    WRONG,
    /** The text is right, but this machine or platform lacks something. */
    MISSING
  }

  /** Place and finding on the first line, then indented what was expected and what to do. */
  @Override
  public String toString() {
    return "%s: %s%n    expected: %s%n    do: %s"
        .formatted(place, shortened(found), shortened(expected), advice);
  }

  /** What is found is quoted, and the file may be a stranger's. */
  private static String shortened(String words) {
    return words.length() > MOST ? words.substring(0, MOST) + "…" : words;
  }
}
