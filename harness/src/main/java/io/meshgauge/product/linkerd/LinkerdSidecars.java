package io.meshgauge.product.linkerd;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.SidecarPods;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.connection.TlsDetail;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.IdentityCount;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.PolicyEnforcementPoint;
import io.meshgauge.topology.plane.ProxyProcess;
import io.meshgauge.topology.plane.ProxyProcess.Sign;
import io.meshgauge.topology.plane.Traffic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Linkerd's own proxies on a cluster, versions 2.16 and later: clients dial as they would without a
 * mesh, their proxy intercepts the connection and uses mutual TLS to the server's. Older versions
 * dial the server's own port, newer ones the proxy's port {@value #PROXY_PORT}.
 *
 * <p>Counter names are those of {@link LinkerdPage}.
 *
 * @param policy what is enforced before the services; null without a policy
 * @param traffic deviations from the default traffic rules
 */
record LinkerdSidecars(@Nullable PolicySettings policy, Traffic traffic) implements SidecarPods {
  private static final String OVERLAY = "linkerd";
  private static final String CONTAINER = "linkerd-proxy";
  private static final int ADMIN = 4191;
  private static final int PROXY_PORT = 4143;

  /** Without a CPU limit a proxy has one thread, or as many as its installation configures. */
  private static final int WORKERS = 1;

  @Override
  public String overlay() {
    return OVERLAY;
  }

  @Override
  public String enrolment() {
    return "the annotation linkerd.io/inject: enabled of the pod";
  }

  @Override
  public List<String> controlPlanes() {
    return List.of("linkerd");
  }

  /** It is ready once it has a certificate; its position among a pod's containers varies. */
  @Override
  public Optional<ProxyContainer> proxy() {
    return Optional.of(
        new ProxyContainer(
            CONTAINER, ADMIN, Optional.of(new Sign(new LinkerdType().readyPage(), ""))));
  }

  @Override
  public boolean refusesInPlaintext() {
    return true;
  }

  @Override
  public List<String> objects(Topology topology) {
    List<String> objects = new ArrayList<>(new LinkerdTraffic(traffic).objects(topology));
    if (policy != null) {
      objects.addAll(LinkerdPolicies.of(policy, topology));
    }
    return objects;
  }

  @Override
  public List<String> limits(Topology topology) {
    return new LinkerdTraffic(traffic).limits(topology);
  }

  @Override
  public DataPlane dataPlane(Placement placement) {
    Topology topology = placement.topology();
    Map<Address, Address> alternates = new LinkedHashMap<>();
    List<IdentityCount> identities = new ArrayList<>();
    for (Hop hop : topology.hops()) {
      Address server = placement.server(hop);
      alternates.put(server, new Address(server.host(), PROXY_PORT));
      identities.add(servers(hop, placement));
    }
    for (Hop hop : SidecarPods.toEachService(topology)) {
      identities.add(callers(topology.to(hop.server()), placement.namespace()));
    }
    return SidecarPods.super
        .dataPlane(placement)
        .guardedBy(
            SidecarPods.toEachService(topology).stream()
                .filter(this::guarded)
                .map(LinkerdSidecars::guard)
                .toList())
        .steeredBy(traffic)
        .knowing(identities)
        .withAlternates(alternates);
  }

  /** Name prefix of the counters of requests sent to a service. */
  private static String to(Hop hop, Placement placement) {
    return "outbound.%s.%s.%d."
        .formatted(hop.server(), placement.namespace(), Placement.port(hop.protocol()));
  }

  private static String at(Hop hop) {
    return "inbound.%d.".formatted(Placement.port(hop.protocol()));
  }

  @Override
  public ListenerCounters outbound(Hop hop, Placement placement) {
    String port = "outbound.%d.".formatted(Placement.port(hop.protocol()));
    ListenerCounters counters =
        hop.protocol() == Protocol.TCP
            ? LinkerdPage.connections(port)
            : LinkerdPage.outboundRequests(to(hop, placement));
    String tls = to(hop, placement) + "tls.";
    return counters.withTlsSessions(
        Map.of(
            TlsDetail.VERSION, List.of(tls + "versions."),
            TlsDetail.CIPHER, List.of(tls + "ciphers.")));
  }

  @Override
  public ListenerCounters inbound(Hop hop, Placement placement) {
    return hop.protocol() == Protocol.TCP
        ? LinkerdPage.connections(at(hop))
        : LinkerdPage.inboundRequests(at(hop));
  }

  /** Servers that a client's proxy has connected to for a hop. */
  private static IdentityCount servers(Hop hop, Placement placement) {
    String kind = hop.protocol() == Protocol.TCP ? "connections_to." : "to.";
    return new IdentityCount(
        hop + ": the server",
        SidecarPods.name(hop.client()),
        to(hop, placement) + kind,
        Set.of(identity(hop.server(), placement.namespace())));
  }

  /** Callers that a service's proxy has admitted. */
  private static IdentityCount callers(List<Hop> hops, String namespace) {
    Hop first = hops.get(0);
    String kind = first.protocol() == Protocol.TCP ? "connections_from." : "from.";
    return new IdentityCount(
        first.server() + ": its callers",
        SidecarPods.name(first.server()),
        at(first) + kind,
        hops.stream().map(hop -> identity(hop.client(), namespace)).collect(Collectors.toSet()));
  }

  /**
   * Prefix of a workload's name: service account and namespace. The control plane's namespace and
   * the trust domain follow, which depend on the installation.
   */
  private static String identity(String workload, String namespace) {
    return "%s.%s.serviceaccount.identity.".formatted(workload, namespace);
  }

  private boolean guarded(Hop hop) {
    return policy != null && policy.policy().services().containsKey(hop.server());
  }

  private static PolicyEnforcementPoint guard(Hop hop) {
    return PolicyEnforcementPoint.before(hop.server(), SidecarPods.name(hop.server()))
        .counting(
            CounterSource.onceUsed(at(hop) + "allowed"), CounterSource.onceUsed(at(hop) + "denied"))
        .failingOpen(CounterSource.onceUsed(at(hop) + "unrouted"))
        .identifying(CounterSource.onceUsed(at(hop) + "denied_strangers"));
  }

  @Override
  public ProxyProcess sidecar(String workload, Address admin) {
    return new ProxyProcess(
        SidecarPods.name(workload), workload, new LinkerdType(), "", admin, WORKERS);
  }
}
