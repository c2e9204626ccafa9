package io.meshgauge.load.course;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Threads for arrivals that are due while all others wait for responses. One is on watch; the
 * others are parked and cost nothing. The thread parked last is the next on watch, so that few of
 * them serve and few connections are opened.
 */
final class Reserve {

  private final Deque<Thread> parked = new ArrayDeque<>();
  private @Nullable Thread watch;
  private long freeSinceNanos = Long.MAX_VALUE;
  private boolean dismissed;

  /**
   * Returns when the calling thread is on watch; false if the reserve was dismissed.
   *
   * @param servedNanos when the response to the thread's latest request was complete
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

  /** Returns when the reserve is dismissed. */
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

  /** The thread on watch serves an arrival: the next one takes over. */
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
   * Since when at least one thread, and so a connection, is free; {@link Long#MAX_VALUE} if none
   * is.
   */
  synchronized long freeSinceNanos() {
    return freeSinceNanos;
  }

  /** Releases all threads permanently. */
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
