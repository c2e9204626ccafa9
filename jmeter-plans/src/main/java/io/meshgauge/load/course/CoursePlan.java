package io.meshgauge.load.course;

import io.meshgauge.load.schedule.Schedule;
import io.meshgauge.load.schedule.Share;

/**
 * Settings of a load run.
 *
 * @param schedule the arrivals of the first window, of all workers
 * @param share this worker's part of them; every worker runs the whole of a closed loop
 * @param closedLoop true for a capacity probe: the window has the schedule's length, but every
 *     connection sends its next request as soon as it has the response to the last
 * @param connections this worker's threads that are ready when the window opens, each with its own
 *     connections
 * @param mostConnections limit of this worker's threads: those above {@code connections} serve
 *     arrivals that are due while all others wait for responses, and open a connection only then
 * @param warmup total requests of the warm-up, divided among the workers; 0 for none, otherwise at
 *     least one per thread
 * @param warmupConcurrency threads of this worker that share its warm-up
 * @param spinNanos how long before a due time a thread stops sleeping and spins
 * @param repeated whether further windows can be requested, over the same connections
 * @param slackNanos how long after a due time a thread may be woken, so that one wake-up of the
 *     processor serves several: less CPU for more send lag
 */
public record CoursePlan(
    Schedule schedule,
    Share share,
    boolean closedLoop,
    boolean repeated,
    int connections,
    int mostConnections,
    long warmup,
    int warmupConcurrency,
    long spinNanos,
    long slackNanos) {

  /** Checks the ranges. */
  public CoursePlan {
    if (connections < 1 || connections > 10_000) {
      throw new IllegalArgumentException("connections is 1 to 10000, not " + connections + ".");
    }
    if (mostConnections < connections) {
      throw new IllegalArgumentException(
          "mostConnections is "
              + connections
              + ", which is connections or more, not "
              + mostConnections
              + ".");
    }
    if (warmup < 0) {
      throw new IllegalArgumentException("warmup is 0 requests or more, not " + warmup + ".");
    }
    if (warmupConcurrency < 1 || warmupConcurrency > 10_000) {
      throw new IllegalArgumentException(
          "warmupConcurrency is 1 to 10000, not " + warmupConcurrency + ".");
    }
    if (spinNanos < 0 || spinNanos > 1_000_000) {
      throw new IllegalArgumentException("spinMicros is 0 to 1000, not " + spinNanos / 1000 + ".");
    }
    if (slackNanos < 0 || slackNanos > 10_000_000) {
      throw new IllegalArgumentException(
          "slackMicros is 0 to 10000, not " + slackNanos / 1000 + ".");
    }
    if (spinNanos > 0 && slackNanos > 0) {
      throw new IllegalArgumentException(
          "spinMicros increases precision and slackMicros reduces it: set one of them to 0.");
    }
  }

  /** Worker threads to start, including warm-up helpers and the reserve. */
  public int threads() {
    return Math.max(mostConnections, warmingThreads());
  }

  /** Threads, from number 0, that take part in the warm-up. */
  int warmingThreads() {
    return warmup > 0 ? Math.max(connections, warmupConcurrency) : connections;
  }

  /** Whether a thread takes only arrivals that are due while all others are busy. */
  boolean isReserve(int thread) {
    return thread >= connections && thread < mostConnections && !closedLoop;
  }

  /** Requests of this worker's warm-up: at least one per thread, to open its connection. */
  public long warmupRequests() {
    return warmup == 0 ? 0 : Math.max(share.of(warmup), warmingThreads());
  }

  /** The planned length of the window. */
  public long windowNanos() {
    return Math.round(schedule.profile().seconds() * 1e9);
  }
}
