package io.meshgauge.evidence.probe;

/** What bytes on a connection are. */
public enum TrafficKind {
  /** TLS records. */
  TLS,
  /** Readable HTTP/1. */
  HTTP1,
  /** Readable HTTP/2 frames, gRPC among them. */
  HTTP2,
  /** Readable bytes of {@code iperf3}: the digits that it repeats. */
  IPERF,
  /** What a server of another protocol over TCP answered to its client's first bytes. */
  OTHER,
  /**
   * The middle of a record, where the start was not seen: on a connection that carried TLS records
   * and nothing readable.
   */
  INSIDE_TLS,
  /** None of these, on a connection that carried no TLS records. */
  UNKNOWN;

  /** Whether anybody on the path can read it. */
  public boolean readable() {
    return this == HTTP1 || this == HTTP2 || this == IPERF || this == OTHER;
  }
}
