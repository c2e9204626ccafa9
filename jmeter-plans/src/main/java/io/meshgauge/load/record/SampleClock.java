package io.meshgauge.load.record;

import org.jspecify.annotations.Nullable;

/**
 * When the calling thread's latest sampler began and ended, by {@link System#nanoTime()}. Results
 * of stock samplers have whole milliseconds, which are longer than what a proxy costs.
 */
public final class SampleClock {
  private static final ThreadLocal<@Nullable SampleClock> OWN = new ThreadLocal<>();

  private long beganNanos;
  private long endedNanos;
  private boolean complete;

  private SampleClock() {}

  /** A sampler of the calling thread begins now. */
  public static void begin() {
    SampleClock clock = OWN.get();
    if (clock == null) {
      clock = new SampleClock();
      OWN.set(clock);
    }
    clock.complete = false;
    clock.beganNanos = System.nanoTime();
  }

  /** It has ended. */
  public static void end() {
    long now = System.nanoTime();
    SampleClock clock = OWN.get();
    if (clock != null) {
      clock.endedNanos = now;
      clock.complete = true;
    }
  }

  /** The times of the latest sampler, once; null if they were not measured. */
  static @Nullable SampleClock take() {
    SampleClock clock = OWN.get();
    if (clock == null || !clock.complete) {
      return null;
    }
    clock.complete = false;
    return clock;
  }

  long beganNanos() {
    return beganNanos;
  }

  long endedNanos() {
    return endedNanos;
  }
}
