package io.meshgauge.load.course;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Threads for the arrivals that are due while all others wait for answers. One of them is on watch;
 * the rest are parked and cost nothing. The one that was parked last is the next on watch, so that
 * few of them serve and few connections are opened.
 */
final class Reserve {

  private final Deque<Thread> parked = new ArrayDeque<>();
  private @Nullable Thread watch;
  private long freeSinceNanos = Long.MAX_VALUE;
  private boolean dismissed;

  /**
   * Returns when the calling thread is on watch; false when the reserve was dismissed.
   *
   * @param servedNanos when the answer to the thread's latest request had come
   */
  boolean awaitWatch(long servedNanos) throws InterruptedException {
    Thread own = Thread.currentThread();
    synchronized (this) {
      if (watch == null) {
        watch = own;
        freeSinceNanos = servedNanos;
      } else if (watch != own) {
        parked.push(own);
      }
    }
    while (!decided(own)) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        leave(own);
        throw new InterruptedException();
      }
    }
    return !isDismissed();
  }

  /** Returns when the reserve is dismissed: nothing is left to watch for. */
  void awaitDismissal() throws InterruptedException {
    while (!isDismissed()) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  private synchronized boolean decided(Thread own) {
    return dismissed || watch == own;
  }

  /** The thread on watch has something to do: the next one takes over. */
  synchronized void handOver() {
    watch = parked.poll();
    if (watch == null) {
      freeSinceNanos = Long.MAX_VALUE;
    } else {
      LockSupport.unpark(watch);
    }
  }

  private synchronized void leave(Thread own) {
    parked.remove(own);
    if (watch == own) {
      handOver();
    }
  }

  /**
   * Since when at least one thread, and so a connection, was free; the end of time when none is.
   */
  synchronized long freeSinceNanos() {
    return freeSinceNanos;
  }

  /** Lets all threads go, for good. */
  synchronized void dismiss() {
    dismissed = true;
    parked.forEach(LockSupport::unpark);
    if (watch != null) {
      LockSupport.unpark(watch);
    }
  }

  private synchronized boolean isDismissed() {
    return dismissed;
  }
}
