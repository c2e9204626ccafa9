package io.meshgauge.load.course;

import org.jspecify.annotations.Nullable;

/**
 * The arrival that a worker thread serves: one object per thread, reused for each arrival so that
 * the steady state allocates nothing. All times are {@link System#nanoTime()} readings.
 */
public final class Arrival {

  private static final ThreadLocal<@Nullable Arrival> CURRENT = new ThreadLocal<>();

  private long index;
  private long dueNanos;
  private long readyNanos;
  private long servedNanos = Long.MIN_VALUE;
  private boolean measured;
  private boolean claimed;

  /** The arrival of the calling thread; null outside an open-loop thread group. */
  public static @Nullable Arrival current() {
    return CURRENT.get();
  }

  /** Assigns a new arrival to the calling thread. */
  public static Arrival adopt() {
    Arrival arrival = new Arrival();
    CURRENT.set(arrival);
    return arrival;
  }

  /** Removes the arrival of the calling thread. */
  public static void abandon() {
    CURRENT.remove();
  }

  void fill(long newIndex, long newDueNanos, long newReadyNanos, boolean newMeasured) {
    index = newIndex;
    dueNanos = newDueNanos;
    readyNanos = newReadyNanos;
    measured = newMeasured;
    claimed = false;
  }

  /** The position, from 0, in the schedule of all workers (or in this worker's warm-up). */
  public long index() {
    return index;
  }

  /** Moves the due time of a first request that was not sent yet, as timers of its plan wait. */
  public void delay(long nanos) {
    if (!claimed) {
      dueNanos += nanos;
      readyNanos += nanos;
    }
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
   * When the load generator could have sent it: at its due time, or, if every connection was
   * waiting for a response then, when the first became free. Any later delay is the generator's
   * error.
   */
  public long readyNanos() {
    return readyNanos;
  }

  /** When the response to the thread's latest request was complete. */
  long servedNanos() {
    return servedNanos;
  }

  /** Records when the response to a request of the thread was complete, or timed out. */
  public void served(long endNanos) {
    servedNanos = endNanos;
  }

  /**
   * Whether the calling request is the first of this arrival. Only the first was intended for the
   * due time; the schedule does not cover further requests, so they were due when they were sent.
   */
  public boolean claim() {
    boolean first = !claimed;
    claimed = true;
    return first;
  }
}
