package io.meshgauge.experiment;

import io.meshgauge.text.Messages;
import java.time.Instant;

/**
 * An event during a soak.
 *
 * @param at time
 * @param kind type
 * @param text description
 * @param seconds duration; 0 if it has none
 */
public record SoakEvent(Instant at, Kind kind, String text, double seconds) {
  /** The type of an event. */
  public enum Kind {
    /** The arm was deployed for the first time, or again after the previous deployment ended. */
    DEPLOYED,
    /** Nothing was measured because part of the harness or of the arm was missing. */
    GAP,
    /** A process ended unexpectedly. */
    LOST,
    /** A fault or change was injected. */
    DONE,
    /** A finding that fails the build. */
    ALARM;

    /** The name in tables. */
    public String title() {
      return Messages.of("experiment.event", this);
    }
  }

  /** An event without duration. */
  public static SoakEvent of(Instant at, Kind kind, String text) {
    return new SoakEvent(at, kind, text, 0);
  }
}
