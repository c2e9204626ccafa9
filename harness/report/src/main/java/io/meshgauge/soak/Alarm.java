package io.meshgauge.soak;

import io.meshgauge.experiment.SoakWindow;
import java.util.Optional;

/**
 * Something that is certain to make the build red, whatever comes after it.
 *
 * @param kind what it is about
 * @param window the window after which it was certain
 * @param minutes from the start of the soak to the end of that window
 * @param text in words
 * @param drift of which series, where it is a drift
 */
public record Alarm(
    Kind kind, int window, double minutes, String text, Optional<SeriesDrift> drift) {
  /** What an alarm is about. */
  public enum Kind {
    /** Something grows. */
    DRIFT,
    /** More requests have failed than the objective permits to the whole soak. */
    ERROR_BUDGET,
    /** More answers were slow than a percentile's objective permits to the whole soak. */
    LATENCY_BUDGET,
    /** A promise did not hold. */
    EVIDENCE
  }

  static Alarm of(Kind kind, SoakWindow window, double minutes, String text) {
    return new Alarm(kind, window.index(), minutes, text, Optional.empty());
  }
}
