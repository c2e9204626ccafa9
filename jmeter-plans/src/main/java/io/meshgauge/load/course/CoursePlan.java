package io.meshgauge.load.course;

import io.meshgauge.load.schedule.Schedule;
import io.meshgauge.load.schedule.Share;

/**
 * What a course is to do.
 *
 * @param schedule the arrivals of the window, of all workers
 * @param share which of them are this worker's; a closed loop runs whole in every worker
 * @param closedLoop true for a capacity probe: the window has the schedule's length, but every
 *     connection sends its next request as soon as it has the answer to the last
 * @param connections this worker's threads in the window, each with its own connections, that are
 *     ready when it opens
 * @param mostConnections threads that this worker has at most: those above {@code connections}
 *     serve what is due while all others wait for answers, and open a connection only then
 * @param warmup requests of the warm-up in all, which the workers divide; 0 for none, else at least
 *     one per thread is sent
 * @param warmupConcurrency threads of this worker that share its warm-up
 * @param spinNanos how long before a due time a thread stops sleeping and spins
 * @param repeated whether another window can be asked for when one is over, over the same
 *     connections
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

  /** Refuses what cannot be run. */
  public CoursePlan {
    if (connections < 1 || connections > 10_000) {
      throw new IllegalArgumentException("connections is 1 to 10000, not " + connections + ".");
    }
    if (mostConnections < connections) {
      throw new IllegalArgumentException(
          "mostConnections is "
              + connections
              + ", which is connections, or more, not "
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
          "spinMicros asks for punctuality and slackMicros gives it up: one of them has to be 0.");
    }
  }

  /** Worker threads to start: those that only help in the warm-up, and the reserve, included. */
  public int threads() {
    return Math.max(mostConnections, warmingThreads());
  }

  /** Threads, from number 0, that take part in the warm-up. */
  int warmingThreads() {
    return warmup > 0 ? Math.max(connections, warmupConcurrency) : connections;
  }

  /** Whether a thread of that number takes only what is due while all others are busy. */
  boolean isReserve(int thread) {
    return thread >= connections && thread < mostConnections && !closedLoop;
  }

  /** Requests this worker's warm-up really sends: every thread opens its connection with one. */
  public long warmupRequests() {
    return warmup == 0 ? 0 : Math.max(share.of(warmup), warmingThreads());
  }

  /** The planned length of the window. */
  public long windowNanos() {
    return Math.round(schedule.profile().seconds() * 1e9);
  }
}
