package io.meshgauge.sample.common.peer;

import org.jspecify.annotations.Nullable;

/** A call to another service that brought no usable answer. */
public final class PeerFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Why there is no answer. */
  public enum Kind {
    /** No connection, or the connection broke. */
    UNREACHABLE,
    /** Connected, but no answer in time. */
    TIMEOUT,
    /** An answer that the caller cannot use. */
    FAULTY
  }

  private final Kind kind;

  /**
   * @param peer name of the service that was called
   * @param kind why there is no answer
   * @param detail what happened, in words that may be shown to the client
   * @param cause the transport's exception, if there was one
   */
  public PeerFailure(String peer, Kind kind, String detail, @Nullable Throwable cause) {
    super(peer + ": " + detail, cause);
    this.kind = kind;
  }

  /** Why there is no answer. */
  public Kind kind() {
    return kind;
  }
}
