package io.meshgauge.product.istio;

import io.meshgauge.topology.Address;

/**
 * Listener of the node's proxy at which the tunnels to a service end.
 *
 * @param server the service behind it
 * @param listen where tunnels reach it
 * @param serving address on which the service itself listens
 */
record TunnelEndpoint(String server, Address listen, Address serving) {
  /** Name of the listener, its cluster and its statistics, for example {@code before_order}. */
  String name() {
    return "before_" + server;
  }

  /** The identity that it presents. */
  String shown() {
    return server;
  }

  /** The target that tunnels to this endpoint request. */
  String authority() {
    return serving.toString();
  }
}
