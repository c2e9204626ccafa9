package io.meshgauge.load.schedule;

/**
 * One worker's part of the work of several: the items whose number modulo the number of workers is
 * its index. The parts are disjoint, complete, and alike in every second of a schedule.
 *
 * @param worker index of this worker, from 0
 * @param workers their number
 */
public record Share(int worker, int workers) {

  /** The share of a single worker. */
  public static final Share WHOLE = new Share(0, 1);

  private static final int MAX_WORKERS = 1000;

  /** Checks the ranges. */
  public Share {
    if (workers < 1 || workers > MAX_WORKERS) {
      throw new IllegalArgumentException(
          "workers is 1 to " + MAX_WORKERS + ", not " + workers + ".");
    }
    if (worker < 0 || worker >= workers) {
      throw new IllegalArgumentException(
          "worker is an index from 0, below workers (%d), not %d.".formatted(workers, worker));
    }
  }

  /** The number of this worker's {@code own}-th item (from 0) among those of all workers. */
  public long number(long own) {
    return own * workers + worker;
  }

  /** How many of the first {@code count} items are this worker's. */
  public long of(long count) {
    return (count - worker + workers - 1) / workers;
  }
}
