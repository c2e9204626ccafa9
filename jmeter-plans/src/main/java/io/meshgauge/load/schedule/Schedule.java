package io.meshgauge.load.schedule;

import java.util.SplittableRandom;

/**
 * Every arrival of a window, fixed before it starts: the same profile, process and seed give the
 * same arrivals to the nanosecond, whichever thread walks them and however often.
 *
 * @param profile the planned rate over time
 * @param process how arrivals are spread around it
 * @param seed what a random process draws from
 */
public record Schedule(RateProfile profile, ArrivalProcess process, long seed) {

  /** A fresh walk through the due times, from the first arrival. Not safe for several threads. */
  public Times times() {
    return times(Share.WHOLE);
  }

  /**
   * A fresh walk through the due times of one worker's arrivals alone. Every worker draws the whole
   * schedule and leaves out the others' arrivals, so that all walks together are {@link #times()}.
   * Not safe for several threads.
   */
  public Times times(Share share) {
    return new Times(share);
  }

  /** The exact number of arrivals. Walks them all: some tens of nanoseconds each. */
  public long count() {
    Times times = times();
    long count = 0;
    while (times.next() >= 0) {
      count++;
    }
    return count;
  }

  /** One walk through the due times of a schedule, or of one worker's share of it. */
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

    /** The next due time in nanoseconds from the start of the window; -1 when there is no more. */
    public long next() {
      index = share.number(own++);
      while (drawn <= index) {
        draw();
      }
      double second = walk.secondOf(target);
      return second < 0 ? -1 : Math.round(second * 1e9);
    }

    /** The position in the whole schedule, from 0, of the arrival that {@link #next} gave last. */
    public long index() {
      return index;
    }

    private void draw() {
      if (process == ArrivalProcess.POISSON) {
        // A Poisson process of any rate is a unit-rate one seen through the accumulated rate.
        target -= Math.log(1 - random.nextDouble());
      } else {
        target = drawn + 0.5;
      }
      drawn++;
    }
  }
}
