package io.meshgauge.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Claims.Proxies;
import io.meshgauge.topology.ControlPlane;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
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

/** What every contestant of the registry must keep. */
class MeshContractTest {
  /** Their proxies stand in the harness's own manifests. */
  private static final Set<String> BRING_THEMSELVES =
      Set.of("baseline", "envoy", "haproxy", "nginx", "envoy-front", "traefik");

  @TempDir Path folder;

  static Stream<Mesh> all() {
    return Meshes.all().stream();
  }

  static Stream<Mesh> local() {
    return Meshes.on(PlatformKind.LOCAL).stream();
  }

  static Stream<Mesh> notLocal() {
    return all().filter(mesh -> !mesh.on(PlatformKind.LOCAL).available());
  }

  static Stream<Mesh> balancers() {
    return local().filter(Mesh::isBalancer);
  }

  @Test
  void theRegistryHasEveryPromisedContestantOnce() {
    assertThat(Meshes.all())
        .extracting(Mesh::key)
        .containsExactly(
            "baseline",
            "envoy",
            "istio-mtls",
            "istio-plaintext",
            "istio-ambient",
            "linkerd",
            "haproxy",
            "nginx",
            "envoy-front",
            "traefik",
            "traefik-mesh",
            "cilium",
            "cilium-wireguard",
            "cilium-ipsec",
            "calico-wireguard",
            "kindnet-ipsec");
    assertThat(Meshes.ofKey("nothing")).isEmpty();
    assertThat(Meshes.keys()).startsWith("baseline, envoy, istio-mtls").endsWith("kindnet-ipsec");
  }

  @Test
  void nineContestantsRunOnLocal() {
    assertThat(local())
        .extracting(Mesh::key)
        .containsExactly(
            "baseline",
            "envoy",
            "istio-mtls",
            "istio-plaintext",
            "istio-ambient",
            "haproxy",
            "nginx",
            "envoy-front",
            "traefik");
    assertThat(local().filter(Mesh::isBalancer))
        .extracting(Mesh::key)
        .containsExactly("haproxy", "nginx", "envoy-front", "traefik");
  }

  @ParameterizedTest
  @MethodSource("all")
  void aMeshIsFoundByItsKey(Mesh mesh) {
    assertThat(Meshes.ofKey(mesh.key())).containsSame(mesh);
  }

  @ParameterizedTest
  @MethodSource("all")
  void aModelIsNotCalledByTheBareName(Mesh mesh) {
    assertThat(mesh.title(PlatformKind.LOCAL)).isNotBlank();
    if (mesh.on(PlatformKind.LOCAL).asFidelity().equals(Optional.of(Fidelity.MODEL))) {
      assertThat(mesh.title(PlatformKind.LOCAL)).contains("model");
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void whereItCannotRunItSaysWhatIsNeeded(Mesh mesh) {
    for (PlatformKind platform : PlatformKind.values()) {
      Support support = mesh.on(platform);
      assertThat(support.words()).isNotBlank();
      if (!support.available()) {
        assertThat(support.words())
            .as("what does not run yet, or the command that runs it elsewhere")
            .containsAnyOf("this version", "-P" + mesh.key() + " -Dplatform=kubernetes");
      }
    }
    if (!mesh.on(PlatformKind.KUBERNETES).available()) {
      assertThat(mesh.on(PlatformKind.KUBERNETES).words())
          .contains("-P" + mesh.key(), "-Dkube.context=NAME");
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void whatMustBeOnTheClusterIsSaidWithTheVendorsCommand(Mesh mesh) {
    Optional<ControlPlane> controlPlane = mesh.controlPlane(Variant.plain(mesh.key()));

    assertThat(controlPlane.isPresent())
        .as("only what the harness brings itself needs nothing there")
        .isEqualTo(!BRING_THEMSELVES.contains(mesh.key()));
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
  void anUnknownSettingIsRefusedNamingWhatExists(Mesh mesh) {
    assertThat(mesh.problems(Variant.plain(mesh.key()), PlatformKind.LOCAL)).isEmpty();
    assertThat(mesh.problems(Variant.plain(mesh.key()).with("wrokers", "2"), PlatformKind.LOCAL))
        .singleElement()
        .asString()
        .contains("wrokers", mesh.key(), "think-time");
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyProblemIsNamedAtOnce(Mesh mesh) {
    Variant variant =
        new Variant(mesh.key(), mesh.key(), "acl", "traced", Variant.plain("x").settings())
            .with("failure-rate", "2")
            .with("colour", "red");
    assertThat(mesh.problems(variant, PlatformKind.LOCAL)).hasSize(4);
  }

  @ParameterizedTest
  @MethodSource("all")
  void knobsOfTheServicesAreNoneOfItsBusiness(Mesh mesh) {
    assertThat(
            mesh.problems(
                Variant.plain(mesh.key())
                    .with("payload-bytes", "1024")
                    .with("think-time", "5ms")
                    .with("failure-rate", "0.01"),
                PlatformKind.LOCAL))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("notLocal")
  void designingADataPlaneWhereItCannotRunFailsWithTheReason(Mesh mesh) throws IOException {
    Site site = SampleSite.in(folder);
    assertThatThrownBy(() -> mesh.local(Variant.plain(mesh.key()), site))
        .hasMessageContaining(mesh.on(PlatformKind.LOCAL).words());
  }

  @ParameterizedTest
  @MethodSource("local")
  void theFairnessManifestAnswersEveryLine(Mesh mesh) {
    List<String> lines = new ArrayList<>(Fairness.FACTORS);
    if (mesh.claims().proxied()) {
      lines.addAll(Fairness.SETTINGS);
    }
    assertThat(mesh.fairness(Variant.plain(mesh.key()), PlatformKind.LOCAL).keySet())
        .containsExactlyInAnyOrderElementsOf(lines);
  }

  @ParameterizedTest
  @MethodSource("local")
  void armsWithProxiesAreLikeForLikeUnlessAVariantSaysOtherwise(Mesh mesh) {
    Map<String, String> settings =
        new TreeMap<>(mesh.fairness(Variant.plain(mesh.key()), PlatformKind.LOCAL));
    Map<String, String> envoys =
        new TreeMap<>(Meshes.named("envoy").fairness(Variant.plain("envoy"), PlatformKind.LOCAL));
    settings.keySet().removeAll(Fairness.FACTORS);
    envoys.keySet().removeAll(Fairness.FACTORS);
    if (mesh.claims().shared()) {
      // It knows no requests that it could send again; the manifest says it.
      settings.remove("retries");
      envoys.remove("retries");
    }
    if (mesh.isBalancer()) {
      // What products count and when they try again is their own; the manifest says it.
      List<String> own = List.of("retries", "telemetry", "timeouts");
      settings.keySet().removeAll(own);
      envoys.keySet().removeAll(own);
    }
    assertThat(settings).isEqualTo(mesh.claims().proxied() ? envoys : Map.of());
  }

  @ParameterizedTest
  @MethodSource("local")
  void everyHopHasAnAddressToDialAndAWire(Mesh mesh) throws IOException {
    Site site = SampleSite.in(folder);
    DataPlane plane = mesh.local(Variant.plain(mesh.key()), site);
    Set<Hop> hops = Set.copyOf(site.topology().hops());
    assertThat(plane.dial().keySet()).isEqualTo(hops);
    if (mesh.claims().shared()) {
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
  void aProxiedMeshStandsOnBothSidesOfEveryHop(Mesh mesh) throws IOException {
    Site site = SampleSite.in(folder);
    DataPlane plane = mesh.local(Variant.plain(mesh.key()), site);
    assertThat(plane.proxies())
        .hasSize(
            switch (mesh.claims().proxies()) {
              case NONE -> 0;
              case BOTH_SIDES -> 6;
              case BEFORE_SERVER -> 5;
              case SHARED -> 1;
              case SHARED_AND_WAYPOINT -> 2;
              case ANY_NODE -> 1;
            });
    assertThat(plane.balancing()).hasSize(mesh.isBalancer() || mesh.claims().shared() ? 5 : 0);
    if (mesh.claims().proxies() == Proxies.BOTH_SIDES) {
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
  void aBalancerStandsBeforeEveryServiceAndAllItsCallersDialIt(Mesh mesh) throws IOException {
    Variant variant = Variant.plain(mesh.key()).with("replicas", "3");
    Site site = SampleSite.in(folder, mesh.replicated(variant, Topology.SAMPLE_SERVICES));
    DataPlane plane = mesh.local(variant, site);
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
  void noAddressIsUsedTwice(Mesh mesh) throws IOException {
    Site site = SampleSite.in(folder);
    DataPlane plane = mesh.local(Variant.plain(mesh.key()).with("tap", "on"), site);
    List<Address> listening = new ArrayList<>(site.serving().values());
    plane.proxies().stream().map(ProxyProcess::admin).forEach(listening::add);
    plane.listeners().stream().map(Listener::address).forEach(listening::add);
    plane.taps().forEach(tap -> listening.addAll(List.of(tap.through(), tap.forwarder())));
    assertThat(listening).doesNotHaveDuplicates().allMatch(it -> it.host().equals("127.0.0.1"));
  }
}
