package io.meshgauge.load.http;

import io.meshgauge.load.record.ErrorKind;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A persistent HTTP/1.1 connection to one target, opened when first needed and again only when the
 * peer ended it. Never retries: what went wrong is reported, once. For one thread.
 */
public final class HttpConnection implements Closeable {

  /** A connection unused for longer is looked at before a request is trusted to it. */
  private static final long SUSPECT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final DefaultConnectionReuseStrategy REUSE = new DefaultConnectionReuseStrategy();

  private final HttpTarget target;
  private final HttpCoreContext context = HttpCoreContext.create();
  private final ByteBuffer peek = ByteBuffer.allocate(1);
  private final byte[] scratch = new byte[8192];
  private @Nullable DefaultBHttpClientConnection connection;
  private @Nullable SocketChannel channel;
  private long lastUsedNanos;

  /** A connection that will be opened to that target. */
  public HttpConnection(HttpTarget target) {
    this.target = target;
  }

  /**
   * Sends a request and reads its response to the end.
   *
   * @param timeoutMillis for the whole exchange; for connecting, the same once more
   * @param exchange is filled with how it went
   */
  public void exchange(RequestTemplate template, int timeoutMillis, HttpExchange exchange) {
    dropIfEndedByPeer();
    exchange.reset(System.nanoTime());
    try {
      if (connection == null) {
        connect(timeoutMillis);
        exchange.connectionOpened = true;
        exchange.connectedNanos = System.nanoTime();
      }
    } catch (IOException e) {
      fail(exchange, connectError(e), e);
      return;
    }
    try {
      converse(template, timeoutMillis, exchange);
    } catch (SocketTimeoutException e) {
      fail(exchange, ErrorKind.TIMEOUT, e);
    } catch (HttpException e) {
      fail(exchange, ErrorKind.MALFORMED, e);
    } catch (IOException e) {
      fail(exchange, ErrorKind.CLOSED, e);
    }
  }

  private void converse(RequestTemplate template, int timeoutMillis, HttpExchange exchange)
      throws IOException, HttpException {
    DefaultBHttpClientConnection open = connection;
    if (open == null) {
      throw new ConnectionClosedException("Not connected to " + target);
    }
    long deadline = exchange.connectedNanos + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    open.setSocketTimeout(Timeout.ofMilliseconds(timeoutMillis));
    open.sendRequestHeader(template.request());
    open.sendRequestEntity(template.request());
    open.flush();
    ClassicHttpResponse response = open.receiveResponseHeader();
    while (response.getCode() < HttpStatus.SC_SUCCESS) {
      response = open.receiveResponseHeader();
    }
    exchange.firstByteNanos = System.nanoTime();
    exchange.status = response.getCode();
    open.receiveResponseEntity(response);
    drain(response, deadline, exchange);
    boolean reusable = REUSE.keepAlive(template.request(), response, context);
    exchange.endNanos = System.nanoTime();
    lastUsedNanos = exchange.endNanos;
    if (!reusable) {
      close();
    }
  }

  private void drain(ClassicHttpResponse response, long deadline, HttpExchange exchange)
      throws IOException {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return;
    }
    try (InputStream content = entity.getContent()) {
      int read = content.read(scratch);
      while (read >= 0) {
        exchange.bodyBytes += read;
        exchange.body.accept(scratch, read);
        if (System.nanoTime() > deadline) {
          // A body that trickles in never trips the socket's own timeout.
          throw new SocketTimeoutException("The response's body was not complete in time");
        }
        read = content.read(scratch);
      }
    }
  }

  private void connect(int timeoutMillis) throws IOException {
    SocketChannel opening = SocketChannel.open();
    try {
      opening.setOption(StandardSocketOptions.TCP_NODELAY, true);
      opening.socket().connect(new InetSocketAddress(target.host(), target.port()), timeoutMillis);
      DefaultBHttpClientConnection opened = new DefaultBHttpClientConnection(Http1Config.DEFAULT);
      opened.bind(opening.socket());
      connection = opened;
      channel = opening;
    } catch (IOException e) {
      opening.close();
      throw e;
    }
  }

  private static ErrorKind connectError(IOException e) {
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
   * Servers end idle connections without a word; a request sent into one would fail for a reason
   * that is no part of what is measured. Reading without blocking tells, at the cost of three
   * system calls, and only after a rest.
   */
  private void dropIfEndedByPeer() {
    SocketChannel open = channel;
    if (open == null || System.nanoTime() - lastUsedNanos < SUSPECT_NANOS) {
      return;
    }
    try {
      open.configureBlocking(false);
      peek.clear();
      // Anything to read is as bad as the end: nobody asked for it.
      boolean quiet = open.read(peek) == 0;
      open.configureBlocking(true);
      if (!quiet) {
        close();
      }
    } catch (IOException e) {
      close();
    }
  }

  @Override
  public void close() {
    DefaultBHttpClientConnection open = connection;
    connection = null;
    channel = null;
    if (open != null) {
      open.close(org.apache.hc.core5.io.CloseMode.IMMEDIATE);
    }
  }
}
