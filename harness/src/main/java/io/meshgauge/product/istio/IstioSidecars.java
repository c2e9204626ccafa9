package io.meshgauge.product.istio;

import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.SidecarPods;
import io.meshgauge.product.envoy.EnvoyCounters;
import io.meshgauge.product.envoy.EnvoyType;
import io.meshgauge.product.envoy.SidecarSettings;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.PolicyEnforcementPoint;
import io.meshgauge.topology.plane.ProxyProcess;
import io.meshgauge.topology.plane.ProxyProcess.Sign;
import io.meshgauge.topology.routing.ConfigurationSize;
import io.meshgauge.topology.routing.Injection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Istio's own sidecars on a cluster: clients dial as they would without a mesh, their sidecar
 * intercepts the connection and forwards it to the server's pod, where its sidecar intercepts it
 * again.
 *
 * @param overlay folder below {@code k8s/mesh}
 * @param encrypted whether sidecars use mutual TLS with each other
 * @param policy what is enforced before the services; null without a policy
 * @param telemetry what they report
 * @param settings deviations from the default traffic rules, and a second version of a service
 * @param plain the service that is left without encryption, to show that the evidence finds it;
 *     empty where none is
 */
record IstioSidecars(
    String overlay,
    boolean encrypted,
    @Nullable PolicySettings policy,
    IstioTelemetry telemetry,
    SidecarSettings settings,
    Optional<String> plain)
    implements SidecarPods {
  static final String CONTAINER = "istio-proxy";
  static final int ADMIN = 15000;
  static final Map<String, String> ENROLMENT = Map.of("istio-injection", "enabled");
  private static final int WORKERS = 2;

  @Override
  public Map<String, String> namespaceLabels() {
    return ENROLMENT;
  }

  /** The default sidecars; the variants' objects belong to namespaces of the harness. */
  @Override
  public Optional<ClusterDesign> attached() {
    return Optional.of(new AttachedSidecars(overlay, encrypted));
  }

  @Override
  public Optional<ProxyContainer> proxy() {
    return Optional.of(
        new ProxyContainer(
            CONTAINER,
            ADMIN,
            Optional.of(new Sign(type().countersPage(), "control_plane.connected_state: 1")),
            Map.of("sidecar.istio.io/inject", "false")));
  }

  @Override
  public Optional<MeshAuthority> authority() {
    return encrypted ? Optional.of(IstioControlPlane.AUTHORITY) : Optional.empty();
  }

  @Override
  public List<String> controlPlanes() {
    return List.of(IstioControlPlane.NAMESPACE);
  }

  @Override
  public List<String> objects(Topology topology) {
    List<String> objects = new ArrayList<>(telemetry.objects());
    objects.addAll(TrafficObjects.of(settings.traffic(topology), encrypted, topology));
    objects.addAll(TrafficObjects.synthetic(size()));
    plain.ifPresent(service -> objects.addAll(TrafficObjects.plaintext(service)));
    if (policy != null) {
      objects.addAll(AuthorizationPolicies.of(policy, encrypted));
    }
    return objects;
  }

  @Override
  public List<Collector> collectors() {
    return telemetry.collectors();
  }

  @Override
  public DataPlane dataPlane(Placement placement) {
    DataPlane plane = SidecarPods.super.dataPlane(placement);
    return plane
        .guardedBy(
            SidecarPods.toEachService(placement.topology()).stream()
                .filter(this::guarded)
                .map(hop -> guard(hop, placement))
                .toList())
        .steeredBy(settings.traffic(placement.topology()))
        .spreading(
            settings.balancing(
                placement.topology(),
                replica -> placement.at(replica.name(), port(replica, placement))))
        .reaching(paths(placement))
        .observedBy(
            telemetry.backends(
                placement, plane.listeners().stream().map(Listener::proxy).toList()));
  }

  /** The second version of a service is reached by the address of its own pod. */
  private static Replica.Paths paths(Placement placement) {
    Map<Replica, Address> wire = new LinkedHashMap<>();
    Map<String, List<String>> proxies = new LinkedHashMap<>();
    placement.topology().replicas().stream()
        .filter(it -> it.number() > 1)
        .forEach(
            it -> {
              wire.put(it, placement.at(it.name(), port(it, placement)));
              proxies.put(SidecarPods.name(it.service()), List.of(SidecarPods.name(it.name())));
            });
    return new Replica.Paths(Map.of(), wire, proxies);
  }

  /** The port at which the pod of a process is called. */
  private static int port(Replica replica, Placement placement) {
    return placement.served(placement.topology().to(replica.service()).get(0));
  }

  @Override
  public ListenerCounters outbound(Hop hop, Placement placement) {
    ListenerCounters counters = dialled(hop, placement);
    return settings
        .traffic(placement.topology())
        .routing()
        .injection()
        .flatMap(Injection::service)
        .filter(hop.server()::equals)
        .map(service -> EnvoyCounters.injecting(counters, shared(hop, placement)))
        .orElse(counters);
  }

  /**
   * Istio names outbound traffic by the service that was dialled, and by its version where requests
   * are split.
   */
  static ListenerCounters dialled(Hop hop, Placement placement) {
    boolean split = placement.topology().canary().filter(hop.server()::equals).isPresent();
    return Stream.of(TrafficObjects.STABLE, TrafficObjects.CANARY)
        .limit(split ? 2 : 1)
        .map(version -> dialled(hop, placement, split ? version : ""))
        .reduce(EnvoyCounters::split)
        .orElseThrow();
  }

  private static ListenerCounters dialled(Hop hop, Placement placement, String version) {
    int port = placement.topology().port(hop);
    String cluster =
        "outbound|%d|%s|%s.%s.svc.cluster.local;"
            .formatted(port, version, hop.server(), placement.namespace());
    ListenerCounters names = names(hop, "outbound_0.0.0.0_" + port + ";", cluster);
    return shared(hop, placement) ? EnvoyCounters.byDestination(names, cluster) : names;
  }

  /** Whether another service is dialled through the same listener because it has the same port. */
  private static boolean shared(Hop hop, Placement placement) {
    Topology topology = placement.topology();
    return hop.protocol() != Protocol.TCP
        && topology.from(hop.client()).stream()
            .filter(other -> !other.equals(hop) && other.protocol() != Protocol.TCP)
            .anyMatch(other -> topology.port(other) == topology.port(hop));
  }

  @Override
  public ListenerCounters inbound(Hop hop, Placement placement) {
    int port = placement.served(hop);
    return names(hop, "inbound_0.0.0.0_" + port + ";", "inbound|" + port + "||;");
  }

  private boolean guarded(Hop hop) {
    return policy != null && policy.policy().services().containsKey(hop.server());
  }

  private static PolicyEnforcementPoint guard(Hop hop, Placement placement) {
    int port = placement.served(hop);
    return EnvoyCounters.rbac(
        hop.server(), SidecarPods.name(hop.server()), "inbound_0.0.0.0_" + port + ";");
  }

  /**
   * For plain TCP Istio names a listener's counters by the cluster behind it, without a terminating
   * character.
   */
  private static ListenerCounters names(Hop hop, String listener, String cluster) {
    String prefix = hop.protocol() == Protocol.TCP ? cluster.replaceFirst(";$", "") : listener;
    return EnvoyCounters.of(hop.protocol(), prefix, cluster);
  }

  private ConfigurationSize size() {
    return settings.traffic().routing().size();
  }

  private EnvoyType type() {
    return new EnvoyType(size().services() > 0);
  }

  @Override
  public ProxyProcess sidecar(String workload, Address admin) {
    return injected(workload, admin).of(type());
  }

  static ProxyProcess injected(String workload, Address admin) {
    return new ProxyProcess(
        SidecarPods.name(workload), workload, new EnvoyType(), "", admin, WORKERS);
  }
}
