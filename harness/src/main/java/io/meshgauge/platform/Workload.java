package io.meshgauge.platform;

import io.meshgauge.measure.use.Part;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.NodeProxy;
import java.util.OptionalLong;

/**
 * A running service or proxy.
 *
 * @param name unique in its deployment, for example {@code prices} or {@code prices-proxy}
 * @param part that it is accounted to
 * @param pid its process on this machine; empty where the platform runs it elsewhere
 * @param management address of its readiness page and counters
 * @param metrics path of a page there in Prometheus' text format; empty where it has none
 */
public record Workload(
    String name, Part part, OptionalLong pid, Address management, String metrics) {

  /**
   * Name of a proxy in the topology: the proxies of several load workers are one there, and so are
   * the node proxies of several nodes.
   */
  public static String proxyInTopology(String proxy) {
    return NodeProxy.together(proxy)
        .replaceFirst("^" + Topology.LOAD + "-\\d+-", Topology.LOAD + "-");
  }
}
