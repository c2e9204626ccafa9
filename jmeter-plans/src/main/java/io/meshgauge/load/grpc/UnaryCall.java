package io.meshgauge.load.grpc;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.meshgauge.load.record.ErrorKind;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A call in progress: the transport's thread receives it, the caller's thread waits for it. */
final class UnaryCall extends ClientCall.Listener<Integer> {

  private final GrpcExchange exchange;
  private final long deadlineNanos;
  private final Thread caller = Thread.currentThread();
  private boolean answered;
  private boolean message;
  private volatile boolean givenUp;
  private volatile boolean over;

  UnaryCall(GrpcExchange exchange, long deadlineNanos) {
    this.exchange = exchange;
    this.deadlineNanos = deadlineNanos;
  }

  /** Waits for the end; an interrupt cancels the call. */
  void await(ClientCall<?, ?> call) {
    while (!over) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        givenUp = true;
        call.cancel("interrupted", null);
      }
    }
    if (givenUp) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void onHeaders(Metadata headers) {
    answered = true;
    exchange.firstByteNanos = System.nanoTime();
  }

  @Override
  public void onMessage(Integer length) {
    message = true;
    exchange.messageBytes = length;
  }

  @Override
  public void onClose(Status status, Metadata trailers) {
    long now = System.nanoTime();
    exchange.endNanos = now;
    if (!answered) {
      exchange.firstByteNanos = now;
    }
    exchange.status = status;
    exchange.error = error(status, answered || !trailers.keys().isEmpty(), now);
    over = true;
    LockSupport.unpark(caller);
  }

  private @Nullable ErrorKind error(Status status, boolean heard, long now) {
    if (status.isOk()) {
      return message ? null : ErrorKind.MALFORMED;
    }
    // grpc-java generates a status if the server sent none; only these properties reveal that.
    if (status.getCode() == Status.Code.DEADLINE_EXCEEDED && now - deadlineNanos >= 0) {
      return ErrorKind.TIMEOUT;
    }
    if (heard && status.getCause() == null) {
      return null;
    }
    return switch (status.getCode()) {
      // A stream that the server reset, unless it was this side that gave up.
      case CANCELLED -> givenUp ? ErrorKind.OTHER : ErrorKind.CLOSED;
      case UNAVAILABLE -> connection(status.getCause());
      case DEADLINE_EXCEEDED -> ErrorKind.TIMEOUT;
      case INTERNAL, RESOURCE_EXHAUSTED, UNKNOWN -> ErrorKind.MALFORMED;
      default -> ErrorKind.OTHER;
    };
  }

  private static ErrorKind connection(@Nullable Throwable cause) {
    for (Throwable link = cause; link != null; link = link.getCause()) {
      if (link instanceof UnknownHostException || link instanceof SSLException) {
        return ErrorKind.CONNECT;
      }
      if (link instanceof ConnectException) {
        return ErrorKind.REFUSED;
      }
    }
    return ErrorKind.CLOSED;
  }
}
