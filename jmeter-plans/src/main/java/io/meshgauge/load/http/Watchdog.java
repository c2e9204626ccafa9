package io.meshgauge.load.http;

import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Closes connections whose exchange exceeds its deadline. A timeout on each blocking read would
 * cost system calls for every request; instead, one thread checks all deadlines a hundred times a
 * second.
 */
final class Watchdog {

  private static final long CHECK_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long NONE = Long.MAX_VALUE;
  private static final long EXPIRED = Long.MIN_VALUE;
  private static final Watchdog ONLY = new Watchdog();

  private final Set<Guard> guards = ConcurrentHashMap.newKeySet();

  private Watchdog() {
    Thread thread = new Thread(this::look, "meshgauge-watchdog");
    thread.setDaemon(true);
    thread.start();
  }

  /** Registers a connection, which is closed when a deadline passes. */
  static Guard guard(Closeable guarded) {
    Guard guard = new Guard(guarded);
    ONLY.guards.add(guard);
    return guard;
  }

  private void look() {
    while (true) {
      LockSupport.parkNanos(CHECK_INTERVAL_NANOS);
      long now = System.nanoTime();
      guards.forEach(guard -> guard.look(now));
    }
  }

  /** The deadline of one connection's exchange. */
  static final class Guard {

    private final Closeable guarded;

    /** Deadline of the exchange; a nanosecond reading never equals one of the two markers. */
    private final AtomicLong deadline = new AtomicLong(NONE);

    private Guard(Closeable guarded) {
      this.guarded = guarded;
    }

    void until(long nanos) {
      deadline.set(nanos);
    }

    /** Clears the deadline; false if it had passed and the connection was closed. */
    boolean inTime() {
      return deadline.getAndSet(NONE) != EXPIRED;
    }

    /** Unregisters the connection. */
    void dismiss() {
      ONLY.guards.remove(this);
    }

    private void look(long now) {
      long due = deadline.get();
      if (due == NONE || due == EXPIRED || now - due < 0) {
        return;
      }
      if (deadline.compareAndSet(due, EXPIRED)) {
        try {
          guarded.close();
        } catch (IOException ignored) {
          // The user of the connection detects it.
        }
      }
    }
  }
}
