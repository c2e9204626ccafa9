package io.meshgauge.product;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.ProxyProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every product of the registry. */
class ProductContractTest {
  /** Whether its proxies are in the harness's own manifests. */
  private static boolean bringsItself(Product mesh) {
    return mesh.descriptor().isBalancer()
        || Set.of("baseline", "envoy").contains(mesh.descriptor().key());
  }

  @TempDir Path folder;

  static Stream<Product> all() {
    return Products.all().stream();
  }

  static Stream<Product> local() {
    return Products.on(PlatformKind.LOCAL).stream();
  }

  static Stream<Product> notLocal() {
    return all().filter(mesh -> !mesh.descriptor().on(PlatformKind.LOCAL).available());
  }

  static Stream<Product> balancers() {
    return local().filter(product -> product.descriptor().isBalancer());
  }

  @Test
  void everyKeyIsThereOnceAndInTheListOfKeys() {
    assertThat(Products.all())
        .extracting(product -> product.descriptor().key())
        .doesNotHaveDuplicates()
        .allMatch(key -> key.matches("[a-z][a-z0-9-]*"))
        .allMatch(Products.keys()::contains);
    assertThat(Products.ofKey("nothing")).isEmpty();
  }

  @Test
  void theModesOfTheMissionAreThere() {
    assertThat(Products.all())
        .extracting(product -> product.descriptor().key())
        .contains("baseline", "envoy", "istio-mtls", "istio-plaintext", "istio-ambient", "linkerd")
        .contains("traefik-mesh", "haproxy", "nginx", "traefik", "cilium");
  }

  @ParameterizedTest
  @MethodSource("all")
  void aMeshIsFoundByItsKey(Product mesh) {
    assertThat(Products.ofKey(mesh.descriptor().key())).containsSame(mesh);
  }

  @ParameterizedTest
  @MethodSource("all")
  void aModelIsNotCalledByTheBareName(Product mesh) {
    assertThat(mesh.descriptor().title(PlatformKind.LOCAL)).isNotBlank();
    if (mesh.descriptor().on(PlatformKind.LOCAL).asFidelity().equals(Optional.of(Fidelity.MODEL))) {
      assertThat(mesh.descriptor().title(PlatformKind.LOCAL)).contains("model");
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void missingPlatformNamesTheRequirement(Product mesh) {
    for (PlatformKind platform : PlatformKind.values()) {
      PlatformSupport support = mesh.descriptor().on(platform);
      assertThat(support.details()).isNotBlank();
      if (!support.available()) {
        assertThat(support.details())
            .as("what does not run yet, or the command that runs it elsewhere")
            .containsAnyOf(
                "this version", "-P" + mesh.descriptor().key() + " -Dplatform=kubernetes");
      }
    }
    if (!mesh.descriptor().on(PlatformKind.KUBERNETES).available()) {
      assertThat(mesh.descriptor().on(PlatformKind.KUBERNETES).details())
          .contains("-P" + mesh.descriptor().key(), "-Dkube.context=NAME");
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void controlPlaneNamesTheInstallCommand(Product mesh) {
    Optional<ControlPlane> controlPlane =
        mesh.requirements(Variant.plain(mesh.descriptor().key()), PlatformKind.KUBERNETES)
            .controlPlane();

    assertThat(controlPlane.isPresent())
        .as("only what the harness brings itself needs nothing there")
        .isEqualTo(!bringsItself(mesh));
    controlPlane.ifPresent(
        it -> {
          assertThat(it.name()).matches("[a-z-]+");
          assertThat(it.components()).isNotEmpty();
          assertThat(it.install())
              .matches("((istioctl|linkerd|helm|cilium) install|kubectl apply).*");
          it.conditions().forEach(condition -> assertThat(condition.pointer()).startsWith("/"));
        });
  }

  @ParameterizedTest
  @MethodSource("all")
  void anUnknownSettingIsRefusedNamingWhatExists(Product mesh) {
    assertThat(mesh.problems(Variant.plain(mesh.descriptor().key()), PlatformKind.LOCAL)).isEmpty();
    assertThat(
            mesh.problems(
                Variant.plain(mesh.descriptor().key()).with("wrokers", "2"), PlatformKind.LOCAL))
        .singleElement()
        .asString()
        .contains("wrokers", mesh.descriptor().key(), "think-time");
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyProblemIsNamedAtOnce(Product mesh) {
    Variant variant =
        new Variant(
                mesh.descriptor().key(),
                mesh.descriptor().key(),
                "acl",
                "traced",
                Variant.plain("x").settings())
            .with("failure-rate", "2")
            .with("colour", "red");
    assertThat(mesh.problems(variant, PlatformKind.LOCAL)).hasSize(4);
  }

  @ParameterizedTest
  @MethodSource("all")
  void serviceSettingsDoNotChangeTheDataPlane(Product mesh) {
    assertThat(
            mesh.problems(
                Variant.plain(mesh.descriptor().key())
                    .with("payload-bytes", "1024")
                    .with("think-time", "5ms")
                    .with("failure-rate", "0.01"),
                PlatformKind.LOCAL))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("notLocal")
  void designingADataPlaneWhereItCannotRunFailsWithTheReason(Product mesh) throws IOException {
    Site site = SampleSite.in(folder);
    assertThatThrownBy(() -> mesh.design(Variant.plain(mesh.descriptor().key())).local(site))
        .hasMessageContaining(mesh.descriptor().on(PlatformKind.LOCAL).details());
  }

  @ParameterizedTest
  @MethodSource("local")
  void theFairnessManifestAnswersEveryLine(Product mesh) {
    List<String> lines = new ArrayList<>(Fairness.FACTORS);
    if (mesh.claims(Variant.plain(mesh.descriptor().key())).proxied()) {
      lines.addAll(Fairness.SETTINGS);
    }
    assertThat(mesh.fairness(Variant.plain(mesh.descriptor().key()), PlatformKind.LOCAL).keySet())
        .containsExactlyInAnyOrderElementsOf(lines);
  }

  @ParameterizedTest
  @MethodSource("local")
  void proxySettingsAreEqualUnlessAVariantChangesThem(Product mesh) {
    Map<String, String> settings =
        new TreeMap<>(mesh.fairness(Variant.plain(mesh.descriptor().key()), PlatformKind.LOCAL));
    Map<String, String> envoys =
        new TreeMap<>(Products.named("envoy").fairness(Variant.plain("envoy"), PlatformKind.LOCAL));
    settings.keySet().removeAll(Fairness.FACTORS);
    envoys.keySet().removeAll(Fairness.FACTORS);
    if (mesh.claims(Variant.plain(mesh.descriptor().key())).shared()) {
      // It handles no requests that it could retry; the manifest says so.
      settings.remove("retries");
      envoys.remove("retries");
    }
    if (mesh.descriptor().isBalancer()) {
      // Products differ in their counters and retry conditions; the manifest says so.
      List<String> own = List.of("retries", "telemetry", "timeouts");
      settings.keySet().removeAll(own);
      envoys.keySet().removeAll(own);
    }
    assertThat(settings)
        .isEqualTo(
            mesh.claims(Variant.plain(mesh.descriptor().key())).proxied() ? envoys : Map.of());
  }

  @ParameterizedTest
  @MethodSource("local")
  void everyHopHasAnAddressToDialAndAWire(Product mesh) throws IOException {
    Site site = SampleSite.in(folder);
    DataPlane plane = mesh.design(Variant.plain(mesh.descriptor().key())).local(site);
    Set<Hop> hops = Set.copyOf(site.topology().hops());
    assertThat(plane.dial().keySet()).isEqualTo(hops);
    if (mesh.claims(Variant.plain(mesh.descriptor().key())).shared()) {
      assertThat(plane.wire().keySet())
          .as("tunnels have a protocol of their own, whatever is in them")
          .extracting(hop -> new Hop(hop.client(), hop.server(), Protocol.GRPC))
          .containsExactlyInAnyOrderElementsOf(
              hops.stream()
                  .map(hop -> new Hop(hop.client(), hop.server(), Protocol.GRPC))
                  .toList());
    } else {
      assertThat(plane.wire().keySet()).isEqualTo(hops);
    }
  }

  @ParameterizedTest
  @MethodSource("local")
  void proxiedMeshHasProxiesOnBothSidesOfEveryHop(Product mesh) throws IOException {
    Site site = SampleSite.in(folder);
    DataPlane plane = mesh.design(Variant.plain(mesh.descriptor().key())).local(site);
    assertThat(plane.proxies())
        .hasSize(
            switch (mesh.claims(Variant.plain(mesh.descriptor().key())).proxies()) {
              case NONE -> 0;
              case BOTH_SIDES -> 6;
              case BEFORE_SERVER -> 5;
              case SHARED -> 1;
              case SHARED_AND_WAYPOINT -> 2;
              case ANY_NODE -> 1;
            });
    assertThat(plane.balancing())
        .hasSize(
            mesh.descriptor().isBalancer()
                    || mesh.claims(Variant.plain(mesh.descriptor().key())).shared()
                ? 5
                : 0);
    if (mesh.claims(Variant.plain(mesh.descriptor().key())).proxies() == Proxies.BOTH_SIDES) {
      for (Hop hop : site.topology().hops()) {
        assertThat(plane.listeners())
            .anyMatch(
                it ->
                    it.side() == Listener.Side.OUTBOUND
                        && it.hop().equals(hop)
                        && it.address().equals(plane.dial().get(hop)))
            .anyMatch(
                it ->
                    it.side() == Listener.Side.INBOUND
                        && it.hop().server().equals(hop.server())
                        && it.address().equals(plane.wire().get(hop)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("balancers")
  void everyServiceHasABalancerThatAllCallersDial(Product mesh) throws IOException {
    Variant variant = Variant.plain(mesh.descriptor().key()).with("replicas", "3");
    Site site = SampleSite.in(folder, mesh.design(variant).topology(SampleServices.ALL));
    DataPlane plane = mesh.design(variant).local(site);
    assertThat(plane.dial()).isEqualTo(plane.wire());
    for (Hop hop : site.topology().hops()) {
      assertThat(plane.listeners())
          .filteredOn(it -> it.hop().server().equals(hop.server()))
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.side()).isEqualTo(Listener.Side.INBOUND);
                assertThat(it.address()).isEqualTo(plane.dial().get(hop));
              });
      assertThat(plane.balancing().get(hop.server()).servers())
          .extracting(it -> it.replica().name())
          .containsExactly(hop.server(), hop.server() + "-2", hop.server() + "-3");
    }
  }

  @ParameterizedTest
  @MethodSource("local")
  void noAddressIsUsedTwice(Product mesh) throws IOException {
    Site site = SampleSite.in(folder);
    DataPlane plane =
        mesh.design(Variant.plain(mesh.descriptor().key()).with("tap", "on")).local(site);
    List<Address> listening = new ArrayList<>(site.serving().values());
    plane.proxies().stream().map(ProxyProcess::admin).forEach(listening::add);
    plane.listeners().stream().map(Listener::address).forEach(listening::add);
    plane.taps().forEach(tap -> listening.addAll(List.of(tap.through(), tap.forwarder())));
    assertThat(listening).doesNotHaveDuplicates().allMatch(it -> it.host().equals("127.0.0.1"));
  }
}
