package io.meshgauge.load;

import java.time.Duration;

/**
 * Timeouts of the harness for a load worker.
 *
 * @param ready from the start of the worker to its first event
 * @param silence between two of its events while it works
 * @param overrun past the planned end of the window
 * @param end from its last event to the exit of its process
 */
public record WorkerTimeouts(Duration ready, Duration silence, Duration overrun, Duration end) {
  /** For workers on this machine. */
  public static final WorkerTimeouts DEFAULT =
      new WorkerTimeouts(
          Duration.ofSeconds(60),
          Duration.ofSeconds(45),
          Duration.ofSeconds(90),
          Duration.ofSeconds(20));

  /**
   * For workers on a cluster, which start more slowly. Silence is longer than {@link
   * HttpLink#RETRY_LIMIT}, so that a broken connection is not reported as a silent worker.
   */
  public static final WorkerTimeouts REMOTE =
      new WorkerTimeouts(
          Duration.ofSeconds(120),
          Duration.ofSeconds(75),
          Duration.ofSeconds(120),
          Duration.ofSeconds(20));
}
