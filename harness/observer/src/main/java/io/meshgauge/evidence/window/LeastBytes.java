package io.meshgauge.evidence.window;

/**
 * What a call takes at least on a connection, in bytes, for those who see bytes and no requests.
 *
 * <p>The shortest request of HTTP/1.1 has 25: {@code GET / HTTP/1.1}, an empty {@code Host} and the
 * line ends (RFC 9112). A header frame with five indexed fields and an empty message of gRPC have
 * 28 (RFC 9113).
 */
public final class LeastBytes {
  /** No request is shorter. */
  public static final long UP = 24;

  /** Nor is an answer: a line of status, or the frames of a trailer. */
  public static final long DOWN = 17;

  private LeastBytes() {}
}
