package io.meshgauge.topology;

/**
 * A proxy's listener on the path.
 *
 * @param proxy the proxy that listens
 * @param hop the hop it carries; for an inbound listener that serves several callers, one of them
 * @param side whether it stands before the client (outbound) or before the server (inbound)
 * @param address where it listens
 * @param counters prefix of its request counters in the proxy's statistics, for Envoy {@code
 *     http.NAME}; NAME is also that of the listener's and the cluster's statistics
 */
public record Listener(String proxy, Hop hop, Side side, Address address, String counters) {

  /** On which side of the hop a listener stands. */
  public enum Side {
    OUTBOUND,
    INBOUND
  }
}
