package io.meshgauge.load.schedule;

/**
 * One worker's part of what several workers do together: of everything numbered from 0, the numbers
 * that leave its own index when divided by the count of workers. So the parts never overlap, miss
 * nothing, and are alike in every second of a schedule.
 *
 * @param worker index of this worker, from 0
 * @param workers how many there are
 */
public record Share(int worker, int workers) {

  /** A worker that does everything alone. */
  public static final Share WHOLE = new Share(0, 1);

  private static final int MOST = 1000;

  /** Refuses an index that no worker has. */
  public Share {
    if (workers < 1 || workers > MOST) {
      throw new IllegalArgumentException("workers is 1 to " + MOST + ", not " + workers + ".");
    }
    if (worker < 0 || worker >= workers) {
      throw new IllegalArgumentException(
          "worker is an index from 0, below workers (%d), not %d.".formatted(workers, worker));
    }
  }

  /** The number of this worker's {@code own}-th piece (from 0) among those of all workers. */
  public long number(long own) {
    return own * workers + worker;
  }

  /** How many of the first {@code count} pieces are this worker's. */
  public long of(long count) {
    return (count - worker + workers - 1) / workers;
  }
}
