package io.meshgauge.sample.common.peer;

import org.jspecify.annotations.Nullable;

/** A call to another service without a usable response. */
public final class PeerFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Why there is no response. */
  public enum Kind {
    /** No connection, or the connection broke. */
    UNREACHABLE,
    /** Connected, but no response in time. */
    TIMEOUT,
    /** An unusable response. */
    FAULTY
  }

  private final Kind kind;

  /**
   * @param peer name of the service that was called
   * @param kind why there is no response
   * @param detail what happened; may be shown to the client
   * @param cause the transport's exception, if there was one
   */
  public PeerFailure(String peer, Kind kind, String detail, @Nullable Throwable cause) {
    super(peer + ": " + detail, cause);
    this.kind = kind;
  }

  /** Why there is no response. */
  public Kind kind() {
    return kind;
  }
}
