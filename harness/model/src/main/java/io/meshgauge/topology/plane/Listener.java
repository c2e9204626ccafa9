package io.meshgauge.topology.plane;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;

/**
 * A proxy's listener on the path.
 *
 * @param proxy the proxy that listens
 * @param hop the hop it carries; for an inbound listener that serves several callers, one of them
 * @param side the side of the hop it is on
 * @param address where it listens
 * @param counters how the proxy counts its traffic
 */
public record Listener(
    String proxy, Hop hop, Side side, Address address, ListenerCounters counters) {

  /** A side of a hop. */
  public enum Side {
    /** Before the client. */
    OUTBOUND,
    /** Between the two, in a proxy that several services share. */
    BETWEEN,
    /** Before the server. */
    INBOUND
  }
}
