package io.meshgauge.product.envoy;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.Listener.Side;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.ProxyProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plain Envoy as a container of every pod: a client dials its own pod, the Envoy there dials the
 * peer's Service, which leads to the Envoy before the peer. The ports are those of {@code
 * k8s/mesh/envoy} and, for a TCP stream, of its folder {@code tcp}.
 */
final class EnvoyContainers implements ClusterDesign {
  private static final String CONTAINER = "envoy";
  private static final int ADMIN = 15000;
  private static final int WORKERS = 2;
  private static final int INGRESS_HTTP = 15006;
  private static final int INGRESS_GRPC = 15009;

  @Override
  public String overlay() {
    return "envoy";
  }

  @Override
  public Optional<ProxyContainer> proxy() {
    return Optional.of(new ProxyContainer(CONTAINER, ADMIN, Optional.empty()));
  }

  @Override
  public DataPlane dataPlane(Placement placement) {
    List<ProxyProcess> proxies = new ArrayList<>();
    placement.admin().forEach((workload, admin) -> proxies.add(proxy(workload, admin)));
    Map<Hop, Address> ingress = new LinkedHashMap<>();
    List<Listener> listeners = new ArrayList<>();
    for (Hop hop : placement.topology().hops()) {
      ingress.put(hop, ingress(hop, placement));
      String name = "outbound_" + hop.server();
      listeners.add(listener(hop.client(), hop, Side.OUTBOUND, placement, name));
    }
    for (String service : placement.topology().services()) {
      placement.topology().to(service).stream()
          .findFirst()
          .map(hop -> listener(service, hop, Side.INBOUND, placement, inbound(hop)))
          .ifPresent(listeners::add);
    }
    return new DataPlane(proxies, ingress, listeners, ingress);
  }

  private static String inbound(Hop hop) {
    return switch (hop.protocol()) {
      case HTTP1 -> "inbound_http";
      case GRPC -> "inbound_grpc";
      case TCP -> "inbound_tcp";
    };
  }

  private static Address ingress(Hop hop, Placement placement) {
    return placement.at(
        hop.server(), hop.protocol() == Protocol.GRPC ? INGRESS_GRPC : INGRESS_HTTP);
  }

  private static Listener listener(
      String workload, Hop hop, Side side, Placement placement, String name) {
    return new Listener(
        workload + "-proxy",
        hop,
        side,
        ingress(hop, placement),
        EnvoyCounters.of(hop.protocol(), name, name));
  }

  private static ProxyProcess proxy(String workload, Address admin) {
    return new ProxyProcess(workload + "-proxy", workload, new EnvoyType(), "", admin, WORKERS);
  }
}
