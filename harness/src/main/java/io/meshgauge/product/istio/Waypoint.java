package io.meshgauge.product.istio;

import io.meshgauge.topology.Address;
import java.util.List;

/**
 * The proxy that knows requests, one for all services.
 *
 * @param admin its administration address, on loopback
 * @param listen where all tunnels reach it
 * @param relays one for every service that is called
 * @param ways the beginnings of its tunnels: one for every relay, and the taps
 */
record Waypoint(Address admin, Address listen, List<Relay> relays, List<TunnelClient> ways) {
  /** Its name, as a workload and as a process. */
  static final String NAME = "waypoint";

  Waypoint {
    relays = List.copyOf(relays);
    ways = List.copyOf(ways);
  }

  /** Its name, as a process. */
  String name() {
    return NAME;
  }

  /** The file of its access log, if it writes one. */
  String log() {
    return NAME + ".log";
  }

  /** Whose certificate is shown to those whose tunnels end here. */
  String shown() {
    return NAME;
  }
}
