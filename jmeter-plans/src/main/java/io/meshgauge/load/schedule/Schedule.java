package io.meshgauge.load.schedule;

import java.util.SplittableRandom;

/**
 * All arrivals of a window, fixed before it starts: the same profile, process and seed always give
 * the same arrivals, to the nanosecond.
 *
 * @param profile the planned rate over time
 * @param process how arrivals are spread around it
 * @param seed of a random process
 */
public record Schedule(RateProfile profile, ArrivalProcess process, long seed) {
  /** Not a multiple of what the generator adds to its state, which would give shifted copies. */
  private static final long WINDOW = 0xD1342543DE82EF95L;

  /**
   * The schedule of a later window of the same run: other arrivals by the same rule.
   *
   * @param number of the window, from 0, which has these arrivals
   */
  public Schedule ofWindow(long number) {
    return new Schedule(profile, process, seed + number * WINDOW);
  }

  /** A new iteration over the due times, from the first arrival. Not thread-safe. */
  public Times times() {
    return times(Share.WHOLE);
  }

  /**
   * A new iteration over the due times of one worker's arrivals. Every worker generates the whole
   * schedule and skips the arrivals of the others, so that all iterations together are {@link
   * #times()}. Not thread-safe.
   */
  public Times times(Share share) {
    return new Times(share);
  }

  /** The exact number of arrivals. Iterates over all: some tens of nanoseconds each. */
  public long count() {
    Times times = times();
    long count = 0;
    while (times.next() >= 0) {
      count++;
    }
    return count;
  }

  /** One iteration over the due times of a schedule, or of one worker's share. */
  public final class Times {
    private final Share share;
    private final RateProfile.Walk walk = profile.walk();
    private final SplittableRandom random = new SplittableRandom(seed);
    private double target;
    private long drawn;
    private long own;
    private long index = -1;

    private Times(Share share) {
      this.share = share;
    }

    /** The next due time in nanoseconds from the start of the window; -1 after the last. */
    public long next() {
      index = share.number(own++);
      while (drawn <= index) {
        draw();
      }
      double second = walk.secondOf(target);
      return second < 0 ? -1 : Math.round(second * 1e9);
    }

    /**
     * The position in the whole schedule, from 0, of the arrival that {@link #next} returned last.
     */
    public long index() {
      return index;
    }

    private void draw() {
      if (process == ArrivalProcess.POISSON) {
        // A Poisson process of any rate is a unit-rate process mapped through the accumulated rate.
        target -= Math.log(1 - random.nextDouble());
      } else {
        target = drawn + 0.5;
      }
      drawn++;
    }
  }
}
