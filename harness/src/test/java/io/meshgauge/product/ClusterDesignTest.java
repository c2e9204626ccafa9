package io.meshgauge.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.ClusterDesign.ProxyContainer;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.IdentityCount;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.NodeProxy;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every product that can be set up on a cluster. */
class ClusterDesignTest {
  private static final Path OVERLAYS =
      Path.of(System.getProperty("meshgauge.home", "..")).resolve("k8s/mesh");
  private static final Topology SERVICES = SampleServices.ALL;

  static Stream<Product> meshes() {
    return Products.on(PlatformKind.KUBERNETES).stream();
  }

  /** Meshes with sidecars or without proxies; no load balancers. */
  static Stream<Product> unbalanced() {
    return meshes().filter(it -> !it.descriptor().isBalancer());
  }

  /** Those whose proxies are in the workloads' pods, or that have none. */
  static Stream<Product> podLevel() {
    return unbalanced().filter(it -> design(it).nodeProxy().isEmpty());
  }

  /** Those with proxies in the pods. */
  static Stream<Product> proxied() {
    return podLevel().filter(it -> it.claims(Variant.plain(it.descriptor().key())).proxied());
  }

  /** Those without proxies. */
  static Stream<Product> unproxied() {
    return podLevel().filter(it -> !it.claims(Variant.plain(it.descriptor().key())).proxied());
  }

  /** Products whose proxies count requests by the peer's identity. */
  static Stream<Product> counting() {
    return unbalanced().filter(it -> !plane(it).identities().isEmpty());
  }

  /** Products that enrol the workloads in a mesh of the cluster. */
  static Stream<Product> enrolled() {
    return unbalanced()
        .filter(it -> design(it).proxy().flatMap(ProxyContainer::synchronised).isPresent());
  }

  /** Products whose proxies serve whole nodes. */
  static Stream<Product> onNodes() {
    return unbalanced().filter(it -> design(it).nodeProxy().isPresent());
  }

  /** Those whose proxies the callers dial by name. */
  static Stream<Product> dialledByName() {
    return onNodes()
        .filter(
            it -> it.claims(Variant.plain(it.descriptor().key())).proxies() == Proxies.ANY_NODE);
  }

  /** Those on nodes that carry connections in their own tunnels. */
  static Stream<Product> tunnelling() {
    return onNodes().filter(it -> plane(it).tunnelled());
  }

  private static boolean carriesStreams(Product product) {
    return product
        .design(Variant.plain(product.descriptor().key()))
        .carriesStreams(PlatformKind.KUBERNETES);
  }

  /** Products with proxies in the pods, or none, that carry a stream. */
  static Stream<Product> carriers() {
    return podLevel().filter(ClusterDesignTest::carriesStreams);
  }

  @ParameterizedTest
  @MethodSource("meshes")
  void theOverlayOfServicesAndLoadIsThere(Product mesh) {
    Path overlay = OVERLAYS.resolve(design(mesh).overlay());

    assertThat(overlay.resolve("kustomization.yaml")).isRegularFile();
    assertThat(overlay.resolve("load/kustomization.yaml")).isRegularFile();
    assertThat(overlay.resolve("tcp/kustomization.yaml").toFile().isFile())
        .isEqualTo(carriesStreams(mesh));
  }

  @ParameterizedTest
  @MethodSource("carriers")
  void aStreamIsCountedByConnectionsOnBothSidesOfItsHop(Product mesh) {
    Map<String, Address> admin =
        design(mesh).proxy().isPresent()
            ? Map.of("iperf", Address.loopback(40_001), "load", Address.loopback(40_002))
            : Map.of();
    DataPlane plane =
        design(mesh)
            .dataPlane(new Placement(Topology.STREAM, "ns", Map.of("iperf", "10.0.0.9"), admin));

    assertThat(plane.wire().values()).singleElement().matches(it -> it.host().equals("10.0.0.9"));
    assertThat(plane.proxies()).hasSize(admin.size());
    assertThat(plane.listeners())
        .hasSize(admin.size())
        .extracting(it -> CounterNames.requests(it.counters()))
        .as("of Envoy, and of Linkerd's proxies")
        .allMatch(
            name ->
                name.matches("tcp\\..*\\.downstream_cx_total|(in|out)bound\\.5201\\.connections"))
        .as("the names that Istio's sidecars were seen to use")
        .noneMatch(name -> name.contains(";"));
  }

  @ParameterizedTest
  @MethodSource("meshes")
  void everyHopHasAnAddressToDialAndAWireAtThePodOfItsServer(Product mesh) {
    DataPlane plane = plane(mesh);

    assertThat(plane.wire().keySet()).isEqualTo(Set.copyOf(SERVICES.hops()));
    assertThat(plane.dial().keySet()).isEqualTo(Set.copyOf(SERVICES.hops()));
    plane
        .wire()
        .forEach(
            (hop, wire) ->
                assertThat(wire.host())
                    .isEqualTo(
                        host(
                            mesh.descriptor().isBalancer()
                                ? hop.server() + "-balancer"
                                : hop.server())));
  }

  @ParameterizedTest
  @MethodSource("proxied")
  void everyWorkloadHasASidecar(Product mesh) {
    assertThat(design(mesh).proxy()).isPresent();
    assertThat(plane(mesh).proxies())
        .extracting(ProxyProcess::name)
        .containsExactlyInAnyOrder(
            "load-proxy",
            "gateway-proxy",
            "auth-proxy",
            "order-proxy",
            "payment-proxy",
            "logging-proxy");
  }

  @ParameterizedTest
  @MethodSource("unproxied")
  void noProxyWhereNoneIsClaimed(Product mesh) {
    assertThat(plane(mesh).proxies()).isEmpty();
    assertThat(plane(mesh).listeners()).isEmpty();
    assertThat(design(mesh).proxy()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("proxied")
  void aProxiedMeshListensBeforeEveryClientAndEveryServer(Product mesh) {
    List<Listener> listeners = plane(mesh).listeners();
    for (Hop hop : SERVICES.hops()) {
      assertThat(listeners)
          .filteredOn(it -> it.side() == Listener.Side.OUTBOUND && it.hop().equals(hop))
          .singleElement()
          .satisfies(it -> assertThat(it.proxy()).isEqualTo(hop.client() + "-proxy"));
    }
    for (String service : SERVICES.services()) {
      assertThat(listeners)
          .filteredOn(it -> it.side() == Listener.Side.INBOUND && it.hop().server().equals(service))
          .singleElement()
          .satisfies(it -> assertThat(it.proxy()).isEqualTo(service + "-proxy"));
    }
  }

  @ParameterizedTest
  @MethodSource("tunnelling")
  void nodeProxyReportsItsPods(Product mesh) {
    ClusterDesign design = design(mesh);

    assertThat(design.proxy()).isEmpty();
    assertThat(design.nodeProxy().orElseThrow().on("n1")).endsWith("@n1");
    assertThat(design.controlPlanes()).isNotEmpty();
    for (String service : SERVICES.services()) {
      assertThat(design.mark(service)).as(service).isPresent();
      assertThat(design.podLabels(service)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("tunnelling")
  void aProxyOfNodesIsCountedAtBothEndsOfEveryHop(Product mesh) {
    DataPlane plane = plane(mesh);

    assertThat(plane.inner()).isEqualTo(plane.dial());
    assertThat(plane.proxies()).extracting(ProxyProcess::name).containsExactly("ztunnel@n1");
    for (Hop hop : SERVICES.hops()) {
      assertThat(plane.listeners())
          .filteredOn(it -> it.hop().equals(hop))
          .extracting(Listener::side)
          .containsExactly(Listener.Side.OUTBOUND, Listener.Side.INBOUND);
      assertThat(plane.wire().get(hop).port()).isNotEqualTo(plane.dial().get(hop).port());
    }
  }

  @ParameterizedTest
  @MethodSource("meshes")
  void mutualTlsIsProvableByAuthorityOrIdentityCounters(Product mesh) {
    boolean counted = !plane(mesh).identities().isEmpty();

    assertThat(design(mesh).authority().isPresent() || counted)
        .isEqualTo(mesh.claims(Variant.plain(mesh.descriptor().key())).mutualTls());
    assertThat(design(mesh).refusesInPlaintext())
        .as("where our clients have no credentials")
        .isEqualTo(counted);
  }

  @ParameterizedTest
  @MethodSource("counting")
  void identityCountsCoverEveryHop(Product mesh) {
    DataPlane plane = plane(mesh);
    for (Hop hop : SERVICES.hops()) {
      assertThat(plane.identities())
          .filteredOn(it -> it.proxy().equals(hop.client() + "-proxy"))
          .flatExtracting(IdentityCount::expected)
          .anyMatch(it -> it.startsWith(hop.server() + "."));
      assertThat(plane.identities())
          .filteredOn(it -> it.proxy().equals(hop.server() + "-proxy"))
          .flatExtracting(IdentityCount::expected)
          .anyMatch(it -> it.startsWith(hop.client() + "."));
    }
  }

  @ParameterizedTest
  @MethodSource("enrolled")
  void enrolmentIsDescribed(Product mesh) {
    assertThat(design(mesh).enrolment()).isNotBlank().doesNotContain("{}");
    assertThat(design(mesh).controlPlanes()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("meshes")
  void theFairnessManifestAnswersEveryLine(Product mesh) {
    Variant variant = Variant.plain(mesh.descriptor().key());

    assertThat(mesh.fairness(variant, PlatformKind.KUBERNETES).keySet())
        .containsAll(Fairness.FACTORS);
    assertThat(mesh.problems(variant, PlatformKind.KUBERNETES)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("dialledByName")
  void namedNodeProxiesAreCountedOncePerService(Product mesh) {
    DataPlane plane = plane(mesh);
    String together = NodeProxy.together(plane.proxies().get(0).name());
    for (String service : SERVICES.services()) {
      assertThat(plane.listeners())
          .filteredOn(it -> it.hop().server().equals(service))
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.proxy()).isEqualTo(together);
                assertThat(CounterNames.requests(it.counters()))
                    .as("of this namespace, since others may use the proxies, too")
                    .contains("ns-" + service + "-");
              });
    }
  }

  @ParameterizedTest
  @MethodSource("meshes")
  void aServiceWithoutAPodIsAnError(Product mesh) {
    Placement placement = new Placement(SERVICES, "ns", Map.of("order", "10.0.0.1"), Map.of());

    assertThatThrownBy(() -> design(mesh).dataPlane(placement))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no pod for service");
  }

  private static ClusterDesign design(Product mesh) {
    return mesh.design(Variant.plain(mesh.descriptor().key())).kubernetes();
  }

  private static DataPlane plane(Product mesh) {
    Map<String, String> hosts = new HashMap<>();
    Map<String, Address> admin = new TreeMap<>();
    SERVICES.services().forEach(service -> hosts.put(service, host(service)));
    int port = 40_000;
    if (design(mesh).front().isPresent()) {
      for (String service : SERVICES.services()) {
        hosts.put(service + "-balancer", host(service + "-balancer"));
        admin.put(service + "-balancer", Address.loopback(++port));
      }
    }
    design(mesh)
        .nodeProxy()
        .ifPresent(proxy -> admin.put(proxy.on("n1"), Address.loopback(39_999)));
    if (design(mesh).proxy().isPresent()) {
      for (String service : SERVICES.services()) {
        admin.put(service, Address.loopback(++port));
      }
      admin.put(Topology.LOAD, Address.loopback(++port));
    }
    return design(mesh).dataPlane(new Placement(SERVICES, "ns", hosts, admin));
  }

  private static String host(String workload) {
    String service = workload.replaceFirst("-balancer$", "");
    return (workload.equals(service) ? "10.0.0." : "10.0.1.")
        + (SERVICES.services().indexOf(service) + 1);
  }
}
