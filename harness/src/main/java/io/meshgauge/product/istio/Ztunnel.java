package io.meshgauge.product.istio;

import io.meshgauge.topology.Address;
import java.util.List;

/**
 * Proxy of the node, one for all workloads; it handles connections only.
 *
 * @param admin administration address, on loopback
 * @param ways one for every hop, and the captures
 * @param ends one for every service that is called
 */
record Ztunnel(Address admin, List<TunnelClient> ways, List<TunnelEndpoint> ends) {
  /** Its name, as a workload and as a process. */
  static final String NAME = "ztunnel";

  Ztunnel {
    ways = List.copyOf(ways);
    ends = List.copyOf(ends);
  }

  String name() {
    return NAME;
  }
}
