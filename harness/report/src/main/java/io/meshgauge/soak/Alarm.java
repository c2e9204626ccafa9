package io.meshgauge.soak;

import io.meshgauge.experiment.SoakWindow;
import java.util.Optional;

/**
 * Finding that makes the build red regardless of later windows.
 *
 * @param kind kind of finding
 * @param window index of the window after which it was certain
 * @param minutes from the start of the soak to the end of that window
 * @param text description
 * @param drift the drift, for kind {@link Kind#DRIFT}
 */
public record Alarm(
    Kind kind, int window, double minutes, String text, Optional<SeriesDrift> drift) {
  /** Kinds of alarms. */
  public enum Kind {
    /** A series drifts. */
    DRIFT,
    /** More requests failed than the objective permits for the whole soak. */
    ERROR_BUDGET,
    /** More responses were slow than the objective of a percentile permits for the whole soak. */
    LATENCY_BUDGET,
    /** A guarantee was not proven. */
    EVIDENCE
  }

  static Alarm of(Kind kind, SoakWindow window, double minutes, String text) {
    return new Alarm(kind, window.index(), minutes, text, Optional.empty());
  }
}
