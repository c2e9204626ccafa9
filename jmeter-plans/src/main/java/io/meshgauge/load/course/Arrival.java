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
  private long readyNanos;
  private long servedNanos = Long.MIN_VALUE;
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

  /** When it is due; for a warm-up or closed-loop arrival, when it was taken. */
  public long dueNanos() {
    return dueNanos;
  }

  /** Whether this arrival counts; warm-up arrivals do not. */
  public boolean measured() {
    return measured;
  }

  /**
   * When the load generator could have sent it: when it was due, or, where every connection waited
   * for an answer then, when the first of them was free. What is later is the generator's own.
   */
  public long readyNanos() {
    return readyNanos;
  }

  /** When the answer to the thread's latest request had come. */
  long servedNanos() {
    return servedNanos;
  }

  /** Notes when the answer to a request of the thread had come, or when it was given up. */
  public void served(long endNanos) {
    servedNanos = endNanos;
  }

  /**
   * Whether the calling request is the first of this arrival. Only that one was intended for the
   * due time; those which follow it in the same arrival were due when they were sent, since no
   * schedule speaks of them.
   */
  public boolean claim() {
    boolean first = !claimed;
    claimed = true;
    return first;
  }
}
