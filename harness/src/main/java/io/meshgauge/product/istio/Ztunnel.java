package io.meshgauge.product.istio;

import io.meshgauge.topology.Address;
import java.util.List;

/**
 * The proxy of the node, one for all workloads, which knows connections only.
 *
 * @param admin its administration address, on loopback
 * @param ways one for every hop, and the taps
 * @param ends one for every service that is called
 */
record Ztunnel(Address admin, List<TunnelClient> ways, List<TunnelEndpoint> ends) {
  /** Its name. */
  static final String NAME = "ztunnel";

  Ztunnel {
    ways = List.copyOf(ways);
    ends = List.copyOf(ends);
  }

  /** Its name, as a process. */
  String name() {
    return NAME;
  }
}
