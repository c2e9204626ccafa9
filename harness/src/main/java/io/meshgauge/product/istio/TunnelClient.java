package io.meshgauge.product.istio;

import io.meshgauge.product.envoy.EnvoyCounters;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Tap;
import org.jspecify.annotations.Nullable;

/**
 * A listener that leads connections into a tunnel.
 *
 * @param client whose connections they are, whose certificate is shown
 * @param server whom they are for
 * @param listen where it is dialled; null where only its own proxy does
 * @param authority what the tunnel is asked to lead to
 * @param peer where the tunnel goes: before the server, the waypoint, or a tap before either
 * @param expected who must be there
 * @param sampling whether only our own samples come here
 */
record TunnelClient(
    String client,
    String server,
    @Nullable Address listen,
    String authority,
    Address peer,
    String expected,
    boolean sampling) {

  /** Name of the listener, its cluster and its statistics, for example {@code order_to_payment}. */
  String name() {
    String plain = client + "_to_" + server;
    return sampling ? EnvoyCounters.TAP + plain : plain;
  }

  /** Whose certificate is shown. */
  String shown() {
    return client;
  }

  /** Whether it is dialled within its proxy only. */
  boolean inner() {
    return listen == null;
  }

  /** The same way for samples, through a tap. */
  TunnelClient through(Tap tap) {
    return new TunnelClient(
        client, server, tap.through(), authority, tap.forwarder(), expected, true);
  }
}
