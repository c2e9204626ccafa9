package io.meshgauge.product.envoy;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;

/**
 * Listener that a workload dials to reach a peer, and the address to which it forwards.
 *
 * @param hop the hop it carries
 * @param name of the listener, its cluster and its statistics, for example {@code outbound_order}
 * @param listen address that the workload dials
 * @param peer address it forwards to: the peer's ingress, or a capture before it
 * @param encrypted whether it uses mutual TLS to the peer
 */
public record Egress(Hop hop, String name, Address listen, Address peer, boolean encrypted) {
  /** The called workload. */
  public String server() {
    return hop.server();
  }

  /** Whether the hop is opaque TCP. */
  public boolean tcp() {
    return hop.protocol() == Protocol.TCP;
  }

  /** Whether it uses HTTP/2 to the peer. */
  public boolean http2() {
    return hop.protocol() == Protocol.GRPC;
  }
}
