package io.meshgauge.load.http;

import io.meshgauge.load.record.ErrorKind;
import io.meshgauge.load.tls.TlsContext;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A persistent HTTP/1.1 connection to one target, opened on first use and reopened only after the
 * peer closed it. Never retries; reports every failure once. For one thread.
 */
public final class HttpConnection implements HttpLink {

  /** A connection idle for longer is checked before it is used. */
  private static final long IDLE_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A peer that closes a connection after a shorter rest did not find it idle. */
  private static final long LEAST_IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final HttpTarget target;
  private final @Nullable TlsContext tls;
  private final ResponseReader reader = new ResponseReader();
  private @Nullable Line line;
  private long lastUsedNanos;

  /** An open connection and its deadline guard. */
  private record Line(Wire wire, Watchdog.Guard guard) {
    static Line on(Wire wire) {
      return new Line(wire, Watchdog.guard(wire));
    }

    void close() {
      guard.dismiss();
      wire.close();
    }
  }

  /**
   * Creates a connection; it is opened on first use.
   *
   * @param tls null for plaintext
   */
  public HttpConnection(HttpTarget target, @Nullable TlsContext tls) {
    this.target = target;
    this.tls = tls;
  }

  private Wire connect(int timeoutMillis) throws IOException {
    return tls == null
        ? SocketWire.connect(target, timeoutMillis)
        : TlsWire.connect(target, tls, timeoutMillis, "http/1.1");
  }

  @Override
  public void exchange(RequestTemplate template, int timeoutMillis, HttpExchange exchange) {
    dropIfEndedByPeer();
    exchange.reset(System.nanoTime());
    Line open = line;
    if (open == null) {
      try {
        open = Line.on(connect(timeoutMillis));
      } catch (IOException e) {
        fail(exchange, connectError(e), e);
        return;
      }
      line = open;
      exchange.connectionOpened = true;
      exchange.connectedNanos = System.nanoTime();
    }
    converse(open, template, timeoutMillis, exchange);
  }

  private void converse(
      Line open, RequestTemplate template, int timeoutMillis, HttpExchange exchange) {
    open.guard.until(exchange.connectedNanos + TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
    try {
      open.wire.write(template.bytes());
      boolean reusable = reader.read(open.wire, template.bodiless(), exchange);
      exchange.endNanos = System.nanoTime();
      lastUsedNanos = exchange.endNanos;
      if (!open.guard.inTime() || !reusable) {
        close();
      }
    } catch (MalformedResponseException e) {
      fail(exchange, ErrorKind.MALFORMED, e);
    } catch (IOException e) {
      if (open.guard.inTime()) {
        fail(exchange, endedWhileIdle(exchange) ? ErrorKind.IDLE_CLOSE : ErrorKind.CLOSED, e);
      } else {
        String words = "no complete response within " + timeoutMillis + " ms";
        fail(exchange, ErrorKind.TIMEOUT, new SocketTimeoutException(words));
      }
    }
  }

  /**
   * Whether the peer ended the connection before the request reached it: it was a kept one, no byte
   * came back, and its end was known sooner than it had rested. A server that reads a request and
   * ends the connection takes its time, or does so on fresh connections too.
   */
  private boolean endedWhileIdle(HttpExchange exchange) {
    long idle = exchange.sentNanos - lastUsedNanos;
    return !exchange.connectionOpened
        && exchange.firstByteNanos == 0
        && idle >= LEAST_IDLE_NANOS
        && System.nanoTime() - exchange.sentNanos < idle;
  }

  static ErrorKind connectError(IOException e) {
    if (e instanceof SocketTimeoutException) {
      return ErrorKind.TIMEOUT;
    }
    return e instanceof ConnectException && !(e.getCause() instanceof UnknownHostException)
        ? ErrorKind.REFUSED
        : ErrorKind.CONNECT;
  }

  private void fail(HttpExchange exchange, ErrorKind kind, Exception cause) {
    exchange.error = kind;
    exchange.cause = cause;
    exchange.endNanos = System.nanoTime();
    close();
  }

  /**
   * Servers close idle connections without notice, and a request on such a connection would fail
   * for a reason that is not under test. The check costs three system calls and runs only after an
   * idle time.
   */
  private void dropIfEndedByPeer() {
    Line open = line;
    if (open != null
        && System.nanoTime() - lastUsedNanos >= IDLE_CHECK_NANOS
        && !open.wire.isQuiet()) {
      close();
    }
  }

  @Override
  public void close() {
    Line open = line;
    line = null;
    if (open != null) {
      open.close();
    }
  }
}
