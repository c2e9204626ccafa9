package io.meshgauge.product.envoy;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;

/**
 * A listener that a workload dials to reach a peer, and the address the traffic leaves for.
 *
 * @param hop the hop it carries
 * @param name of the listener, its cluster and its statistics, for example {@code outbound_order}
 * @param listen where the workload dials it
 * @param peer where the traffic leaves for: the peer's ingress, or a tap before it
 * @param encrypted whether the peer is spoken to in mutual TLS
 */
public record Egress(Hop hop, String name, Address listen, Address peer, boolean encrypted) {
  /** The called workload. */
  public String server() {
    return hop.server();
  }

  /** Whether it carries bytes of which nothing more is known. */
  public boolean tcp() {
    return hop.protocol() == Protocol.TCP;
  }

  /** Whether HTTP/2 is spoken to the peer. */
  public boolean http2() {
    return hop.protocol() == Protocol.GRPC;
  }
}
