package io.meshgauge.load.course;

import org.jspecify.annotations.Nullable;

/**
 * The arrival a worker thread is serving: one object per thread, refilled for each arrival so that
 * the steady state allocates nothing. All times are {@link System#nanoTime()} readings.
 */
public final class Arrival {

  private static final ThreadLocal<@Nullable Arrival> CURRENT = new ThreadLocal<>();

  private long index;
  private long dueNanos;
  private boolean measured;
  private boolean claimed;

  /** The arrival of the calling thread, or null when no open-loop thread group runs it. */
  public static @Nullable Arrival current() {
    return CURRENT.get();
  }

  /** Makes a new arrival the calling thread's own. */
  public static Arrival adopt() {
    Arrival arrival = new Arrival();
    CURRENT.set(arrival);
    return arrival;
  }

  /** Ends the calling thread's claim to an arrival. */
  public static void abandon() {
    CURRENT.remove();
  }

  void fill(long newIndex, long newDueNanos, boolean newMeasured) {
    index = newIndex;
    dueNanos = newDueNanos;
    measured = newMeasured;
    claimed = false;
  }

  /** The position, from 0, in the schedule of all workers (or in this worker's warm-up). */
  public long index() {
    return index;
  }

  /** When it is due; for a warm-up or closed-loop arrival, when it was taken. */
  public long dueNanos() {
    return dueNanos;
  }

  /** Whether this arrival counts; warm-up arrivals do not. */
  public boolean measured() {
    return measured;
  }

  /**
   * The intended start of a request sent at {@code sentNanos}. The first request of an arrival was
   * intended for the due time; those which follow it in the same arrival were due when they were
   * sent, since no schedule speaks of them.
   */
  public long claimIntendedStart(long sentNanos) {
    if (claimed) {
      return sentNanos;
    }
    claimed = true;
    return dueNanos;
  }
}
