package io.meshgauge.load.http;

import io.meshgauge.load.record.ErrorKind;
import org.jspecify.annotations.Nullable;

/**
 * How one request went: refilled by the connection for every request, so that the steady state
 * allocates nothing of its own. Times are {@link System#nanoTime()} readings.
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

  /** When it began: before connecting, where it had to connect. */
  public long sentNanos() {
    return sentNanos;
  }

  /** When the connection was there; {@link #sentNanos} where it already was. */
  public long connectedNanos() {
    return connectedNanos;
  }

  /** When the head of the response had come; 0 without one. */
  public long firstByteNanos() {
    return firstByteNanos;
  }

  /** When the last byte of the response had come, or when it failed. */
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

  /** Why there is no complete response; null when there is one. */
  public @Nullable ErrorKind error() {
    return error;
  }

  /** What was thrown, where something was. */
  public @Nullable Exception cause() {
    return cause;
  }

  /** Whether response bodies are kept (for assertions and for looking at them) or only counted. */
  public void keepBody(boolean keep) {
    body.keep(keep);
  }

  /** The response's body, where it was to be kept. */
  public byte[] body() {
    return body.bytes();
  }
}
