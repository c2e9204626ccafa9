package io.meshgauge.load.http;

import io.meshgauge.load.record.ErrorKind;
import org.jspecify.annotations.Nullable;

/**
 * Result of one request, reused for every request so that the steady state allocates nothing. Times
 * are {@link System#nanoTime()} readings.
 */
public final class HttpExchange {

  long sentNanos;
  long connectedNanos;
  long firstByteNanos;
  long endNanos;
  int status;
  long bodyBytes;
  boolean connectionOpened;
  @Nullable ErrorKind error;
  @Nullable Exception cause;
  final BodySink body = new BodySink();

  void reset(long now) {
    sentNanos = now;
    connectedNanos = now;
    firstByteNanos = 0;
    endNanos = 0;
    status = 0;
    bodyBytes = 0;
    connectionOpened = false;
    error = null;
    cause = null;
    body.clear();
  }

  /** When it began, including the time to connect. */
  public long sentNanos() {
    return sentNanos;
  }

  /** When the connection was ready; {@link #sentNanos} if it already was. */
  public long connectedNanos() {
    return connectedNanos;
  }

  /** When the header of the response arrived; 0 without one. */
  public long firstByteNanos() {
    return firstByteNanos;
  }

  /** When the last byte of the response arrived, or when it failed. */
  public long endNanos() {
    return endNanos;
  }

  /** The status code; 0 without a response. */
  public int status() {
    return status;
  }

  /** The length of the response's body. */
  public long bodyBytes() {
    return bodyBytes;
  }

  /** Whether a new connection had to be opened. */
  public boolean connectionOpened() {
    return connectionOpened;
  }

  /** Why there is no complete response; null if there is one. */
  public @Nullable ErrorKind error() {
    return error;
  }

  /** The exception of the failure, if any. */
  public @Nullable Exception cause() {
    return cause;
  }

  /** Sets whether response bodies are kept, for assertions and viewers, or only counted. */
  public void keepBody(boolean keep) {
    body.keep(keep);
  }

  /** The first bytes of the response's body, to quote an unexpected one. */
  public byte[] excerpt() {
    return body.excerpt();
  }

  /** The response's body, if kept. */
  public byte[] body() {
    return body.bytes();
  }
}
