package io.meshgauge.load.grpc;

import io.grpc.Status;
import io.meshgauge.load.record.ErrorKind;
import org.jspecify.annotations.Nullable;

/** How one call went. Times are {@link System#nanoTime()} readings. */
public final class GrpcExchange {

  long sentNanos;
  long firstByteNanos;
  long endNanos;
  Status status = Status.UNKNOWN;
  int messageBytes;
  boolean connectionOpened;
  @Nullable ErrorKind error;

  /** When it began: before connecting, where the channel had to connect. */
  public long sentNanos() {
    return sentNanos;
  }

  /** When the first of the response had come; {@link #endNanos} where it was all at once. */
  public long firstByteNanos() {
    return firstByteNanos;
  }

  /** When the call was over. */
  public long endNanos() {
    return endNanos;
  }

  /** The status: the server's, or with an {@link #error} what grpc-java made of it. */
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

  /** Why there is no status of the server's; null when there is one. */
  public @Nullable ErrorKind error() {
    return error;
  }
}
