package io.meshgauge.product.traefikmesh;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.product.ManifestTemplate;
import io.meshgauge.product.SidecarPods;
import io.meshgauge.product.traefik.TraefikType;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.NodeProxy;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Traefik Mesh on a cluster, version 1.4: a client that dials {@code
 * SERVICE.NAMESPACE.traefik.mesh} reaches the proxy of some node, which calls a pod of the service.
 * The proxies serve the whole cluster; only the counters of this namespace's services are read.
 *
 * @param bypassed the service whose ordinary name its callers dial; empty for none
 */
record TraefikNodes(Optional<String> bypassed) implements ClusterDesign {
  private static final ManifestTemplate DOMAINS =
      new ManifestTemplate(TraefikNodes.class, "domains.yaml.mustache");
  private static final String OVERLAY = "traefik-mesh";

  /** Namespace in the documented installation command of the control plane. */
  private static final String NAMESPACE = "traefik-mesh";

  private static final String CONTAINER = "traefik-mesh-proxy";
  private static final int ADMIN = 8080;
  private static final int WORKERS = 1;

  /** Domain of the mesh's names; the ordinary one is below. */
  private static final String MESH = "traefik.mesh";

  private static final String CLUSTER = "svc.cluster.local";

  private static final NodeProxy PROXY =
      new NodeProxy("traefik-mesh", "component", "maesh-mesh", CONTAINER, ADMIN, Optional.empty());

  @Override
  public String overlay() {
    return OVERLAY;
  }

  @Override
  public Optional<NodeProxy> nodeProxy() {
    return Optional.of(PROXY);
  }

  /** Its controller; the proxies in the same namespace are accounted as data plane. */
  @Override
  public List<String> controlPlanes() {
    return List.of(NAMESPACE);
  }

  /** Replaces the overlay's map of names if one service is bypassed. */
  @Override
  public List<String> objects(Topology topology) {
    return bypassed
        .map(service -> DOMAINS.objects(domains(service, topology), Map.of()))
        .orElse(List.of());
  }

  private static Map<String, Object> domains(String bypassed, Topology topology) {
    return Map.of(
        "services",
        topology.services().stream()
            .sorted()
            .map(it -> Map.of("service", it, "domain", it.equals(bypassed) ? CLUSTER : MESH))
            .toList());
  }

  @Override
  public DataPlane dataPlane(Placement placement) {
    List<ProxyProcess> proxies = new ArrayList<>();
    new TreeMap<>(placement.admin()).forEach((name, admin) -> proxies.add(proxy(name, admin)));
    Map<Hop, Address> direct = placement.servers();
    List<Listener> listeners =
        SidecarPods.toEachService(placement.topology()).stream()
            .map(hop -> before(hop, placement))
            .toList();
    return new DataPlane(proxies, direct, listeners, direct);
  }

  /** The proxies of all nodes together are before a service: a caller may reach any of them. */
  private static Listener before(Hop hop, Placement placement) {
    String requests =
        "traefik_service_requests_total.%s-%s-%d@http"
            .formatted(placement.namespace(), hop.server(), placement.topology().port(hop));
    return new Listener(
        PROXY.name(),
        hop,
        Side.INBOUND,
        placement.server(hop),
        ListenerCounters.of(Map.of(TrafficCounter.REQUESTS, CounterSource.onceUsed(requests))));
  }

  private static ProxyProcess proxy(String name, Address admin) {
    return new ProxyProcess(name, name, new TraefikType(), "", admin, WORKERS);
  }
}
