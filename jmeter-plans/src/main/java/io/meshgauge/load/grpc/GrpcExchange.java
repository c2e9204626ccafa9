package io.meshgauge.load.grpc;

import io.grpc.Status;
import io.meshgauge.load.record.ErrorKind;
import org.jspecify.annotations.Nullable;

/** Result of one call. Times are {@link System#nanoTime()} readings. */
public final class GrpcExchange {

  long sentNanos;
  long firstByteNanos;
  long endNanos;
  Status status = Status.UNKNOWN;
  int messageBytes;
  boolean connectionOpened;
  @Nullable ErrorKind error;

  /** When it began, including the time to connect. */
  public long sentNanos() {
    return sentNanos;
  }

  /** When the first byte of the response arrived; {@link #endNanos} if all arrived at once. */
  public long firstByteNanos() {
    return firstByteNanos;
  }

  /** When the call was over. */
  public long endNanos() {
    return endNanos;
  }

  /** The server's status, or with an {@link #error} that of grpc-java. */
  public Status status() {
    return status;
  }

  /** The length of the response's message. */
  public int messageBytes() {
    return messageBytes;
  }

  /** Whether a new connection had to be opened. */
  public boolean connectionOpened() {
    return connectionOpened;
  }

  /** Why the server sent no status; null if it did. */
  public @Nullable ErrorKind error() {
    return error;
  }
}
