package io.meshgauge.load;

import java.time.Duration;

/**
 * How long the harness waits for the load worker before it gives it up.
 *
 * @param ready from the start of the worker to its first word
 * @param silence between two words of it while it works
 * @param overrun past the planned end of the window
 * @param end from its last word to the end of the process
 */
public record WorkerTimeouts(Duration ready, Duration silence, Duration overrun, Duration end) {
  /** Generous for a slow machine, short enough for a person. */
  public static final WorkerTimeouts USUAL =
      new WorkerTimeouts(
          Duration.ofSeconds(60),
          Duration.ofSeconds(45),
          Duration.ofSeconds(90),
          Duration.ofSeconds(20));

  /**
   * For workers elsewhere, whose starting takes longer; and silence must outlast {@link
   * HttpLink#ENDURANCE}, so that a broken connection is not taken for a silent worker.
   */
  public static final WorkerTimeouts REMOTE =
      new WorkerTimeouts(
          Duration.ofSeconds(120),
          Duration.ofSeconds(75),
          Duration.ofSeconds(120),
          Duration.ofSeconds(20));
}
