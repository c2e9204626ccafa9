package io.meshgauge.measure.counter;

import java.util.Locale;

/** A count that a proxy can keep of the traffic on one hop, since the proxy started. */
public enum TrafficCounter {
  /** Requests that the listener received; for plain TCP, connections. */
  REQUESTS,
  /** Bytes that the listener's clients sent. */
  BYTES,
  /** Requests that the listener's clients saw answered with 5xx. */
  FAILURES,
  /** Requests that the proxy retried; for plain TCP, connections that it failed to open. */
  RETRIES,
  RETRIES_SUCCEEDED,
  /** Requests that still failed after the last retry. */
  RETRIES_EXHAUSTED,
  /** Retries that were not sent because too many were in flight. */
  RETRIES_OVERFLOWED,
  /** Answers 5xx of the destination, those to retries excluded. */
  UPSTREAM_FAILURES,
  /** Answers 5xx of the destination to retries. */
  UPSTREAM_RETRY_FAILURES,
  /** Requests that never left the proxy because too many were in flight. */
  OVERFLOWS,
  /** Connections that the proxy opened to the destination. */
  CONNECTIONS,
  /** Connections of HTTP/2 that the proxy opened to the destination. */
  HTTP2_CONNECTIONS,
  /** Connections that the proxy has open to the destination now. */
  OPEN_CONNECTIONS,
  /** TLS handshakes on connections that the proxy opened. */
  HANDSHAKES,
  /** Handshakes that resumed an earlier TLS session, without certificates. */
  RESUMPTIONS,
  /** Requests that the proxy gave up because they took too long. */
  TIMEOUTS,
  /** Requests that the proxy delayed on purpose. */
  INJECTED_DELAYS,
  /** Requests that the proxy answered itself, and never sent, on purpose. */
  INJECTED_ABORTS,
  /** Requests that the rate limit before the service admitted. */
  RATE_ADMITTED,
  /** Requests that the rate limit before the service rejected. */
  RATE_LIMITED,
  /** Times a replica was ejected as an outlier. */
  EJECTIONS,
  /** Replicas that are ejected now. */
  EJECTED,
  /** Sampled requests of which the listener made a span. */
  SPANS,
  /** Requests that the harness itself sampled through a tap next to the listener. */
  SAMPLES,
  /** Bytes from the client to the server in mutual TLS with the names of both workloads. */
  TUNNEL_BYTES_UP,
  /** Bytes from the server to the client in mutual TLS with the names of both workloads. */
  TUNNEL_BYTES_DOWN,
  /** Bytes and connections in plaintext. */
  TUNNEL_PLAINTEXT,
  /** Bytes and connections in mutual TLS under another name. */
  TUNNEL_OTHER_NAMES;

  /** The name printed for people, for example {@code retries succeeded}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
