package io.meshgauge.load.http;

import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The end of exchanges that take too long. A blocking read has no limit of its own, and giving it
 * one costs system calls for every request; so one thread looks at all deadlines, a hundred times a
 * second, and closes what has passed its own.
 */
final class Watchdog {

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long NONE = Long.MAX_VALUE;
  private static final long EXPIRED = Long.MIN_VALUE;
  private static final Watchdog ONLY = new Watchdog();

  private final Set<Guard> guards = ConcurrentHashMap.newKeySet();

  private Watchdog() {
    Thread thread = new Thread(this::look, "meshgauge-watchdog");
    thread.setDaemon(true);
    thread.start();
  }

  /** Begins to guard something, which is closed when a deadline passes. */
  static Guard guard(Closeable guarded) {
    Guard guard = new Guard(guarded);
    ONLY.guards.add(guard);
    return guard;
  }

  private void look() {
    while (true) {
      LockSupport.parkNanos(LOOK_NANOS);
      long now = System.nanoTime();
      guards.forEach(guard -> guard.look(now));
    }
  }

  /** The deadline of one connection's exchange. */
  static final class Guard {

    private final Closeable guarded;

    /** When the exchange must be over; a nanosecond reading is never one of the two marks. */
    private final AtomicLong deadline = new AtomicLong(NONE);

    private Guard(Closeable guarded) {
      this.guarded = guarded;
    }

    void until(long nanos) {
      deadline.set(nanos);
    }

    /** Ends the deadline; false when it had passed, so that the connection is closed. */
    boolean inTime() {
      return deadline.getAndSet(NONE) != EXPIRED;
    }

    /** Gives up guarding. */
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
          // Its user finds out.
        }
      }
    }
  }
}
