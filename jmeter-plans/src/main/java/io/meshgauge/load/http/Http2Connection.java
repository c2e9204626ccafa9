package io.meshgauge.load.http;

import io.meshgauge.load.tls.TlsContext;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/2 connection to one target, for one thread or several, opened on first use and replaced
 * at the next request after its end. HPACK is httpcore5's; for the rest see {@link Http2Session}.
 */
public final class Http2Connection implements HttpLink {

  /** A connection idle for longer is checked before it is used. */
  private static final long IDLE_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final HttpTarget target;
  private final @Nullable TlsContext tls;
  private final boolean shared;
  private final ReentrantLock opening = new ReentrantLock();
  private volatile @Nullable Http2Session session;

  /**
   * Creates a connection; it is opened on first use.
   *
   * @param tls null for plaintext
   * @param shared whether several threads use it
   */
  public Http2Connection(HttpTarget target, @Nullable TlsContext tls, boolean shared) {
    this.target = target;
    this.tls = tls;
    this.shared = shared;
  }

  @Override
  public void exchange(RequestTemplate template, int timeoutMillis, HttpExchange exchange) {
    Http2Session rested = session;
    if (rested != null && System.nanoTime() - rested.lastUsedNanos() >= IDLE_CHECK_NANOS) {
      rested.catchUp();
    }
    exchange.reset(System.nanoTime());
    try {
      while (!open(timeoutMillis, exchange).exchange(template, timeoutMillis, exchange)) {
        // It ended before anything was sent, so another connection is not a retry.
        exchange.connectedNanos = System.nanoTime();
      }
    } catch (IOException e) {
      exchange.error = HttpConnection.connectError(e);
      exchange.cause = e;
      exchange.endNanos = System.nanoTime();
    }
  }

  private Http2Session open(int timeoutMillis, HttpExchange exchange) throws IOException {
    Http2Session open = session;
    if (open != null && open.usable()) {
      return open;
    }
    // Other threads wait for the same connection.
    opening.lock();
    try {
      open = session;
      if (open == null || !open.usable()) {
        open = Http2Session.begin(connect(timeoutMillis), tls == null ? "http" : "https", shared);
        session = open;
        exchange.connectionOpened = true;
      }
      exchange.connectedNanos = System.nanoTime();
      return open;
    } finally {
      opening.unlock();
    }
  }

  private TimedWire connect(int timeoutMillis) throws IOException {
    TlsContext context = tls;
    return context == null
        ? SocketWire.connect(target, timeoutMillis)
        : TlsWire.connect(target, context, timeoutMillis, "h2");
  }

  @Override
  public void close() {
    Http2Session open = session;
    session = null;
    if (open != null) {
      open.close();
    }
  }
}
