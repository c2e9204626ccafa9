package io.meshgauge.product.istio;

import io.meshgauge.topology.Address;
import java.util.List;

/**
 * Proxy of ambient mode that handles requests, one for all services.
 *
 * @param admin administration address, on loopback
 * @param listen where all tunnels reach it
 * @param relays one for every service that is called
 * @param ways its tunnel clients: one for every relay, and the captures
 */
record Waypoint(Address admin, Address listen, List<Relay> relays, List<TunnelClient> ways) {
  /** Its name, as a workload and as a process. */
  static final String NAME = "waypoint";

  Waypoint {
    relays = List.copyOf(relays);
    ways = List.copyOf(ways);
  }

  String name() {
    return NAME;
  }

  /** File of its access log, if it writes one. */
  String log() {
    return NAME + ".log";
  }

  /** The identity that it presents to tunnel clients. */
  String shown() {
    return NAME;
  }
}
