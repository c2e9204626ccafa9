package io.meshgauge.platform;

import io.meshgauge.measure.Part;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.NodeProxy;
import io.meshgauge.topology.Topology;
import java.util.OptionalLong;

/**
 * A service or a proxy that is up.
 *
 * @param name unique in its deployment, for example {@code order} or {@code order-proxy}
 * @param part what it is accounted to
 * @param pid its process on this machine; empty where the platform runs it elsewhere
 * @param management where it exposes its readiness and counters
 */
public record Workload(String name, Part part, OptionalLong pid, Address management) {

  /**
   * The name that a proxy has in the topology: several load workers are one workload, and their
   * proxies one proxy; so are those of several nodes.
   */
  public static String proxyInTopology(String proxy) {
    return NodeProxy.together(proxy)
        .replaceFirst("^" + Topology.LOAD + "-\\d+-", Topology.LOAD + "-");
  }
}
