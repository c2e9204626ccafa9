package io.meshgauge.load.http;

import io.meshgauge.load.record.ErrorKind;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One HTTP/2 connection from its opening to its end. It has no own thread: one of the threads that
 * wait for a response reads for all, and passes the task on when it has its own response. A thread
 * that is alone on the connection thus reads its response without a hand-over.
 */
final class Http2Session implements Closeable {

  private final TimedWire wire;
  private final boolean shared;
  private final Watchdog.Guard guard;
  private final Http2Outbox outbox;
  private final Http2Inbox inbox;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition slotFree = lock.newCondition();
  private final Http2Streams streams;
  private boolean reading;
  private volatile long lastUsedNanos = System.nanoTime();

  private Http2Session(TimedWire wire, String scheme, boolean shared) {
    this.wire = wire;
    this.shared = shared;
    guard = Watchdog.guard(wire);
    outbox = new Http2Outbox(wire, scheme);
    streams = new Http2Streams(outbox, slotFree);
    inbox = new Http2Inbox(wire, streams);
  }

  /**
   * Begins HTTP/2 on a connection just made.
   *
   * @param scheme http or https
   * @param shared whether several threads use it; then a timeout of one must not end it
   */
  static Http2Session begin(TimedWire wire, String scheme, boolean shared) throws IOException {
    Http2Session session = new Http2Session(wire, scheme, shared);
    try {
      session.outbox.greet();
      return session;
    } catch (IOException e) {
      session.hangUp();
      throw e;
    }
  }

  /** Whether it accepts another request. */
  boolean usable() {
    return streams.usable();
  }

  /** When the last exchange ended. */
  long lastUsedNanos() {
    return lastUsedNanos;
  }

  /** Reads frames that arrived while the connection was idle, such as GOAWAY. */
  void catchUp() {
    lock.lock();
    try {
      if (!reading && streams.idle()) {
        inbox.fillNow();
        inbox.dispatch();
        outbox.flush();
      }
    } catch (IOException e) {
      end(e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sends a request and waits for its response.
   *
   * @return false if the session accepts no more requests and nothing was sent
   */
  boolean exchange(RequestTemplate template, int timeoutMillis, HttpExchange exchange) {
    long deadline = exchange.connectedNanos + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    Http2Stream stream = new Http2Stream(template, exchange, deadline, lock.newCondition());
    try {
      return takeSlot(stream) ? sendAndWait(stream) : stream.over;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      locked(() -> streams.fail(stream, ErrorKind.OTHER, e));
      return true;
    }
  }

  private boolean sendAndWait(Http2Stream stream) throws InterruptedException {
    try {
      if (!outbox.request(stream, () -> register(stream))) {
        return false;
      }
      await(stream);
    } catch (IOException e) {
      locked(() -> end(e));
    } finally {
      locked(() -> release(stream));
      tidy();
    }
    return true;
  }

  private void locked(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the server allows another stream; false if none becomes free. */
  private boolean takeSlot(Http2Stream stream) throws InterruptedException {
    lock.lock();
    try {
      while (usable() && !streams.slotFree()) {
        long left = stream.deadlineNanos - System.nanoTime();
        if (left <= 0) {
          streams.fail(stream, ErrorKind.TIMEOUT, timeout("no free stream"));
          return false;
        }
        slotFree.awaitNanos(left);
      }
      if (usable()) {
        streams.takeSlot();
      }
      return usable();
    } finally {
      lock.unlock();
    }
  }

  private int register(Http2Stream stream) {
    lock.lock();
    try {
      return streams.register(stream);
    } finally {
      lock.unlock();
    }
  }

  private void await(Http2Stream stream) throws InterruptedException {
    lock.lock();
    try {
      while (!stream.over) {
        long left = stream.deadlineNanos - System.nanoTime();
        if (left <= 0) {
          expire(stream);
        } else if (reading) {
          stream.sleeping = true;
          stream.turn.awaitNanos(left);
          stream.sleeping = false;
        } else {
          readForAll(stream.deadlineNanos);
        }
      }
    } finally {
      if (!reading) {
        streams.wakeOne();
      }
      lock.unlock();
    }
  }

  /** Reads once, without holding the lock. */
  private void readForAll(long deadlineNanos) {
    IOException broken = null;
    reading = true;
    lock.unlock();
    try {
      fill(deadlineNanos);
    } catch (SocketTimeoutException ignored) {
      // The thread whose deadline passed detects it.
    } catch (IOException e) {
      broken = e;
    } finally {
      lock.lock();
      reading = false;
    }
    try {
      if (broken != null) {
        throw broken;
      }
      inbox.dispatch();
      outbox.flush();
    } catch (IOException e) {
      end(e);
    }
  }

  private void fill(long deadlineNanos) throws IOException {
    if (shared) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
      inbox.fill((int) Math.max(1, Math.min(Integer.MAX_VALUE, 1 + left)));
      return;
    }
    // No other thread uses the connection, so closing it enforces the limit at no cost.
    guard.until(deadlineNanos);
    try {
      inbox.fill();
      if (!guard.inTime()) {
        // Closed just now; a response that arrived in time still counts.
        locked(streams::retire);
      }
    } catch (IOException e) {
      if (guard.inTime()) {
        throw e;
      }
      locked(() -> end(timeout("no complete response")));
    }
  }

  private void expire(Http2Stream stream) {
    if (inbox.arrivedNanos() - stream.exchange.connectedNanos < 0) {
      // The server sent nothing in all that time, so the connection may be dead.
      streams.retire();
    }
    streams.fail(stream, ErrorKind.TIMEOUT, timeout("no complete response"));
  }

  private static SocketTimeoutException timeout(String what) {
    return new SocketTimeoutException(what + " in time");
  }

  private void release(Http2Stream stream) {
    lastUsedNanos = System.nanoTime();
    streams.release(stream);
    if (!usable() && streams.idle()) {
      hangUp();
    }
  }

  /** Sends frames that result from a stream's end. */
  private void tidy() {
    try {
      outbox.flush();
    } catch (IOException e) {
      locked(() -> end(e));
    }
  }

  private void end(IOException cause) {
    streams.failAll(cause);
    hangUp();
  }

  private void hangUp() {
    outbox.close();
    guard.dismiss();
    wire.close();
  }

  @Override
  public void close() {
    locked(() -> end(new IOException("the connection was closed on this side")));
  }
}
