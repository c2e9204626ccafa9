package io.meshgauge.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  private static boolean carriesStreams(Product product) {
    return product
        .design(Variant.plain(product.descriptor().key()))
        .carriesStreams(PlatformKind.KUBERNETES);
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
  @MethodSource("meshes")
  void everyHopHasAnAddressToDialAndAWireAtThePodOfItsServer(Product mesh) {
    DataPlane plane = plane(mesh);

    assertThat(plane.wire().keySet()).isEqualTo(Set.copyOf(SERVICES.hops()));
    assertThat(plane.dial().keySet()).isEqualTo(Set.copyOf(SERVICES.hops()));
    Map<String, String> hosts = SamplePlacement.of(design(mesh), SERVICES).hosts();
    String pod = mesh.descriptor().isBalancer() ? "-balancer" : "";
    plane
        .wire()
        .forEach((hop, wire) -> assertThat(wire.host()).isEqualTo(hosts.get(hop.server() + pod)));
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
  @MethodSource("meshes")
  void theFairnessManifestAnswersEveryLine(Product mesh) {
    Variant variant = Variant.plain(mesh.descriptor().key());

    assertThat(mesh.fairness(variant, PlatformKind.KUBERNETES).keySet())
        .containsAll(Fairness.FACTORS);
    assertThat(mesh.problems(variant, PlatformKind.KUBERNETES)).isEmpty();
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
    return design(mesh).dataPlane(SamplePlacement.of(design(mesh), SERVICES));
  }
}
