package io.meshgauge.product.istio;

import io.meshgauge.product.envoy.EnvoyCounters;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.plane.Tap;
import org.jspecify.annotations.Nullable;

/**
 * Listener that carries connections into a tunnel.
 *
 * @param client workload that opens the connections; its certificate is presented
 * @param server destination workload
 * @param listen address that is dialled; null if only its own proxy dials it
 * @param authority target requested from the tunnel
 * @param peer address of the tunnel's server: before the destination, the waypoint, or a capture
 *     before either
 * @param expected identity required of the peer
 * @param sampling whether it carries only the harness's samples
 */
record TunnelClient(
    String client,
    String server,
    @Nullable Address listen,
    String authority,
    Address peer,
    String expected,
    boolean sampling) {

  /** Name of the listener, its cluster and its statistics, for example {@code web_to_prices}. */
  String name() {
    String plain = client + "_to_" + server;
    return sampling ? EnvoyCounters.TAP + plain : plain;
  }

  /** The identity that it presents. */
  String shown() {
    return client;
  }

  /** Whether it is dialled within its proxy only. */
  boolean inner() {
    return listen == null;
  }

  /** The same client for samples, through a capture. */
  TunnelClient through(Tap tap) {
    return new TunnelClient(
        client, server, tap.through(), authority, tap.forwarder(), expected, true);
  }
}
