package io.meshgauge.product;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sidecars in the pods of a cluster: one proxy for every workload, with a listener for each of its
 * calls and one before the service.
 */
public interface SidecarPods extends ClusterDesign {

  /** Counters of the listener of a hop's client. */
  ListenerCounters outbound(Hop hop, Placement placement);

  /**
   * Counters of the listener before a service.
   *
   * @param hop one of those that end at the service
   */
  ListenerCounters inbound(Hop hop, Placement placement);

  /** The sidecar of a workload, called {@link #name}. */
  ProxyProcess sidecar(String workload, Address admin);

  /** Address that is dialled for a hop, and whose traffic crosses between the pods. */
  default Address server(Hop hop, Placement placement) {
    return placement.server(hop);
  }

  @Override
  default DataPlane dataPlane(Placement placement) {
    List<ProxyProcess> proxies = new ArrayList<>();
    new TreeMap<>(placement.admin())
        .forEach((workload, admin) -> proxies.add(sidecar(workload, admin)));
    Map<Hop, Address> servers = new LinkedHashMap<>();
    List<Listener> listeners = new ArrayList<>();
    for (Hop hop : placement.topology().hops()) {
      Address server = server(hop, placement);
      servers.put(hop, server);
      listeners.add(
          new Listener(name(hop.client()), hop, Side.OUTBOUND, server, outbound(hop, placement)));
    }
    for (Hop hop : toEachService(placement.topology())) {
      listeners.add(
          new Listener(
              name(hop.server()),
              hop,
              Side.INBOUND,
              server(hop, placement),
              inbound(hop, placement)));
    }
    return new DataPlane(proxies, servers, listeners, servers);
  }

  /** Name of a workload's sidecar. */
  static String name(String workload) {
    return workload + "-proxy";
  }

  /** For every service that is called one of the hops that end at it. */
  static List<Hop> toEachService(Topology topology) {
    return topology.services().stream()
        .flatMap(service -> topology.to(service).stream().limit(1))
        .toList();
  }
}
