package io.meshgauge.experiment;

import java.time.Instant;

/**
 * Something that happened while a soak went on.
 *
 * @param at when
 * @param kind what
 * @param text in words
 * @param seconds how long it lasted; 0 for what has no length
 */
public record SoakEvent(Instant at, Kind kind, String text, double seconds) {
  /** What can happen. */
  public enum Kind {
    /** The arm was deployed: the first time, or again after what ended the leg before. */
    DEPLOYED("deployed"),
    /** Nothing was measured, for want of a part of the harness or of the arm. */
    GAP("gap"),
    /** What should not have ended did. */
    LOST("lost"),
    /** Something was done to the arm on purpose, such as a new certificate. */
    DONE("done"),
    /** Something is certain that makes the build red. */
    ALARM("alarm");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    /** The word in tables. */
    public String title() {
      return title;
    }
  }

  /** Something without a length. */
  public static SoakEvent of(Instant at, Kind kind, String text) {
    return new SoakEvent(at, kind, text, 0);
  }
}
