package io.meshgauge.product.istio;

import io.meshgauge.topology.Address;

/**
 * Where the tunnels to a service end, in the proxy of the node.
 *
 * @param server the service behind it
 * @param listen where tunnels reach it
 * @param serving where the service itself listens
 */
record TunnelEndpoint(String server, Address listen, Address serving) {
  /** Name of the listener, its cluster and its statistics, for example {@code before_order}. */
  String name() {
    return "before_" + server;
  }

  /** Whose certificate is shown. */
  String shown() {
    return server;
  }

  /** What tunnels that end here are asked to lead to. */
  String authority() {
    return serving.toString();
  }
}
