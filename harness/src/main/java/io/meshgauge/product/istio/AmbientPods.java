package io.meshgauge.product.istio;

import io.meshgauge.product.PolicySettings;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.NodeProxy;
import io.meshgauge.topology.design.NodeProxy.Mark;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.PolicyEnforcementPoint;
import io.meshgauge.topology.plane.ProxyProcess;
import io.meshgauge.topology.plane.ProxyType;
import io.meshgauge.topology.plane.Traffic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Istio's ambient mode on a cluster, versions 1.24 and later: clients dial as they would without a
 * mesh; in their pod the node's ztunnel takes the connection and carries it in HBONE, mutual TLS to
 * port 15008, to the server's pod, where ztunnel unwraps it. The same applies to two pods of one
 * node. With a waypoint there are two such tunnels, and Istio's Envoy between them.
 *
 * @param waypoint whether there is one
 * @param policy what is enforced at the waypoint; null without a policy
 * @param telemetry what the waypoint reports
 * @param traffic deviations from the default traffic rules of the waypoint
 * @param excluded the service whose pods are excluded from the mesh, to demonstrate that the
 *     evidence fails; empty: none
 */
record AmbientPods(
    boolean waypoint,
    @Nullable PolicySettings policy,
    WaypointTelemetry telemetry,
    Traffic traffic,
    String excluded)
    implements ClusterDesign {
  private static final String OVERLAY = "istio-ambient";
  private static final String WAYPOINT = "waypoint";
  private static final String CONTAINER = "istio-proxy";
  private static final String MODE = "istio.io/dataplane-mode";
  private static final int HBONE = 15008;
  private static final int ZTUNNEL_METRICS = 15020;

  /** Port of Envoy's own administration, which has its metrics as well as its rules. */
  private static final int ENVOY_ADMIN = 15000;

  private static final int WORKERS = 2;

  /**
   * Annotation that istio-cni writes on a pod once its traffic goes through the ztunnel of its
   * node.
   */
  private static final Mark CAPTURED =
      new Mark(
          "ambient.istio.io/redirection",
          "enabled",
          "its traffic is redirected to the node's ztunnel",
          "Check that the pod of istio-cni-node on its node is running. Its log says why it did not capture the"
              + " pod; the namespace's label istio.io/dataplane-mode must be ambient.");

  private static final NodeProxy ZTUNNEL =
      new NodeProxy("ztunnel", "app", "ztunnel", CONTAINER, ZTUNNEL_METRICS, Optional.of(CAPTURED));

  private static final MadeProxy MADE =
      new MadeProxy(
          new ObjectKey("gateway.networking.k8s.io/v1", "Gateway", WAYPOINT),
          "Programmed",
          "gateway.networking.k8s.io/gateway-name",
          CONTAINER,
          ENVOY_ADMIN,
          "istio.io/WaypointBound");

  @Override
  public String overlay() {
    return waypoint ? OVERLAY + "-" + WAYPOINT : OVERLAY;
  }

  @Override
  public Map<String, String> namespaceLabels() {
    return Map.of(MODE, "ambient");
  }

  /** A pod's own label overrides that of its namespace. */
  @Override
  public Map<String, String> podLabels(String workload) {
    return workload.equals(excluded) ? Map.of(MODE, "none") : Map.of();
  }

  @Override
  public Optional<NodeProxy> nodeProxy() {
    return Optional.of(ZTUNNEL);
  }

  @Override
  public Optional<Mark> mark(String workload) {
    return Optional.of(CAPTURED).filter(unused -> !workload.equals(excluded));
  }

  @Override
  public Optional<MadeProxy> made() {
    return Optional.of(MADE).filter(unused -> waypoint);
  }

  /** Istio-cni lets traffic from the node's programs to a pod bypass ztunnel. */
  @Override
  public boolean letsNodesPass() {
    return true;
  }

  @Override
  public List<String> controlPlanes() {
    return List.of(IstioControlPlane.NAMESPACE);
  }

  @Override
  public Optional<MeshAuthority> authority() {
    return Optional.of(IstioControlPlane.AUTHORITY);
  }

  @Override
  public List<String> objects(Topology topology) {
    List<String> objects = new ArrayList<>(telemetry.objects());
    objects.addAll(TrafficObjects.atWaypoint(traffic, topology));
    if (policy != null) {
      objects.addAll(AuthorizationPolicies.atWaypoint(policy));
    }
    return objects;
  }

  @Override
  public DataPlane dataPlane(Placement placement) {
    List<ProxyProcess> proxies = new ArrayList<>();
    new TreeMap<>(placement.admin()).forEach((name, page) -> proxies.add(proxy(name, page)));
    Map<Hop, Address> direct = placement.servers();
    return waypoint ? layered(placement, proxies, direct) : straight(placement, proxies, direct);
  }

  private static ProxyProcess proxy(String name, Address page) {
    ProxyType type = name.equals(WAYPOINT) ? new WaypointType() : new ZtunnelType();
    return new ProxyProcess(name, name, type, "", page, WORKERS);
  }

  /** A tunnel for each hop, counted at both of its ends. */
  private static DataPlane straight(
      Placement placement, List<ProxyProcess> proxies, Map<Hop, Address> direct) {
    Map<Hop, Address> wire = new LinkedHashMap<>();
    List<Listener> listeners = new ArrayList<>();
    direct.forEach(
        (hop, server) -> {
          Address tunnel = new Address(server.host(), HBONE);
          wire.put(hop, tunnel);
          listeners.add(end(hop, Side.OUTBOUND, tunnel, placement));
          listeners.add(end(hop, Side.INBOUND, tunnel, placement));
        });
    return new DataPlane(proxies, direct, listeners, wire).tunnelling(direct);
  }

  /**
   * Tunnels to the waypoint, addressed to Services, and from there to the pods. The waypoint
   * terminates and opens them without ztunnel, so that ztunnel counts at their other ends only.
   */
  private DataPlane layered(
      Placement placement, List<ProxyProcess> proxies, Map<Hop, Address> direct) {
    Map<Hop, Address> wire = new LinkedHashMap<>();
    Map<Hop, Address> inner = new LinkedHashMap<>();
    List<Listener> listeners = new ArrayList<>();
    List<PolicyEnforcementPoint> guards = new ArrayList<>();
    Address before = placement.at(WAYPOINT, HBONE);
    direct.forEach(
        (hop, server) -> {
          Hop to = hop.to(WAYPOINT);
          if (wire.keySet().stream().noneMatch(it -> isBetween(it, hop.client(), WAYPOINT))) {
            wire.put(to, before);
            inner.put(to, placement.service(hop));
            listeners.add(end(to, Side.OUTBOUND, before, placement));
          }
          if (wire.keySet().stream().noneMatch(it -> isBetween(it, WAYPOINT, hop.server()))) {
            Hop from = hop.from(WAYPOINT);
            Address behind = new Address(server.host(), HBONE);
            wire.put(from, behind);
            inner.put(from, server);
            listeners.add(end(from, Side.INBOUND, behind, placement));
            listeners.add(taken(hop, before, placement));
            guard(hop).ifPresent(guards::add);
          }
        });
    return new DataPlane(proxies, direct, listeners, wire)
        .tunnelling(inner)
        .guardedBy(guards)
        .steeredBy(traffic)
        .observedBy(telemetry.backends(placement, WAYPOINT));
  }

  private static boolean isBetween(Hop hop, String client, String server) {
    return hop.client().equals(client) && hop.server().equals(server);
  }

  private static Listener end(Hop hop, Side side, Address address, Placement placement) {
    ZtunnelCounters counters =
        new ZtunnelCounters(side, in(placement, hop.client()), in(placement, hop.server()));
    return new Listener(ZTUNNEL.name(), hop, side, address, counters.sources());
  }

  private static Listener taken(Hop hop, Address address, Placement placement) {
    return new Listener(WAYPOINT, hop, Side.BETWEEN, address, WaypointCounters.of(hop, placement));
  }

  private static String in(Placement placement, String workload) {
    return placement.namespace() + "/" + workload;
  }

  /** Denials are the requests that the waypoint received and the service did not. */
  private Optional<PolicyEnforcementPoint> guard(Hop hop) {
    return Optional.ofNullable(policy)
        .filter(it -> it.policy().services().containsKey(hop.server()))
        .map(unused -> PolicyEnforcementPoint.before(hop.server(), WAYPOINT));
  }
}
