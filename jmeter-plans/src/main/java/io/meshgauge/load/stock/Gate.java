package io.meshgauge.load.stock;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Lets the plan's threads send, or holds them before their next sample. Threads pass it after their
 * timers, so that none sends while it is closed.
 */
final class Gate {
  private boolean open;
  private boolean over;
  private long fromNanos;
  private long untilNanos;

  /** Threads whose sample has begun and is not recorded yet. */
  private final Set<Thread> pending = ConcurrentHashMap.newKeySet();

  /** Threads inside a sampler. */
  private final Set<Thread> sending = ConcurrentHashMap.newKeySet();

  /** Opens the gate at an instant, until another one; both as {@link System#nanoTime()}. */
  synchronized void open(long from, long until) {
    open = true;
    fromNanos = from;
    untilNanos = until;
    notifyAll();
  }

  /** Opens the gate at once, until it is closed. */
  void open() {
    long now = System.nanoTime();
    open(now, now + TimeUnit.DAYS.toNanos(1));
  }

  synchronized void close() {
    open = false;
  }

  /** Dismisses all threads. */
  synchronized void end() {
    over = true;
    open = false;
    notifyAll();
  }

  /**
   * Returns when the calling thread may send; false if it is to end instead.
   *
   * @param recorded whether a record of the sample will follow
   */
  synchronized boolean pass(boolean recorded) throws InterruptedException {
    Thread own = Thread.currentThread();
    pending.remove(own);
    while (!over) {
      long now = System.nanoTime();
      if (!open || now - untilNanos >= 0) {
        wait();
      } else if (now - fromNanos < 0) {
        TimeUnit.NANOSECONDS.timedWait(this, fromNanos - now);
      } else {
        sending.add(own);
        if (recorded) {
          pending.add(own);
        }
        return true;
      }
    }
    return false;
  }

  /** The calling thread's sample has ended. */
  void sampled() {
    sending.remove(Thread.currentThread());
  }

  /** The calling thread's sample was recorded, or the thread has ended. */
  void recorded() {
    pending.remove(Thread.currentThread());
  }

  void left() {
    sampled();
    recorded();
  }

  /** Samples under way. */
  int sending() {
    return sending.size();
  }

  /** Samples that have begun and are not recorded. */
  int pending() {
    return pending.size();
  }
}
