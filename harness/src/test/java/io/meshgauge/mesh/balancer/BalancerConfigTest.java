package io.meshgauge.mesh.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.mesh.Mesh;
import io.meshgauge.mesh.Meshes;
import io.meshgauge.platform.local.Ports;
import io.meshgauge.platform.local.RealPrograms;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Balancing;
import io.meshgauge.topology.Balancing.Rule;
import io.meshgauge.topology.Claims.Encryption;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What load balancers are told, and that the real ones take it. */
class BalancerConfigTest {
  private static final Map<String, List<String>> ALGORITHMS =
      Map.of(
          "haproxy", List.of("round-robin", "weighted-round-robin", "least-connections", "ip-hash"),
          "nginx", List.of("round-robin", "weighted-round-robin", "least-connections", "ip-hash"),
          "envoy-front",
              List.of("round-robin", "weighted-round-robin", "least-connections", "ip-hash"),
          "traefik", List.of("round-robin", "weighted-round-robin", "p2c", "hrw"));

  @TempDir Path folder;
  private final Ports ports = new Ports();
  private Path identities;

  static Stream<Arguments> variants() {
    List<Arguments> all = new ArrayList<>();
    new TreeMap<>(ALGORITHMS)
        .forEach(
            (mesh, algorithms) ->
                algorithms.forEach(
                    algorithm -> {
                      Variant variant =
                          Variant.plain(mesh).with("algorithm", algorithm).with("replicas", "3");
                      all.add(Arguments.of(variant, Topology.SAMPLE_SERVICES));
                      all.add(
                          Arguments.of(
                              variant.with("health-checks", "off"), Topology.SAMPLE_SERVICES));
                      all.add(
                          Arguments.of(variant.with("tls", "terminate"), Topology.SAMPLE_SERVICES));
                      if (Meshes.named(mesh).carriesStreams()) {
                        all.add(Arguments.of(variant, Topology.STREAM));
                      }
                    }));
    return all.stream();
  }

  @BeforeEach
  void makeIdentities() throws IOException {
    identities =
        RunIdentities.create(folder.resolve("identities"), Topology.SAMPLE_SERVICES).folder();
  }

  @AfterEach
  void giveBackPorts() {
    ports.close();
  }

  @ParameterizedTest
  @MethodSource("variants")
  void theProductItselfAcceptsEveryConfiguration(Variant variant, Topology topology)
      throws IOException, InterruptedException {
    for (ProxyProcess proxy : plane(variant, topology).proxies()) {
      Path config =
          Files.writeString(
              folder.resolve(proxy.name() + "." + proxy.kind().suffix()), proxy.config());
      Path program = RealPrograms.orSkip(proxy.kind().program());
      switch (proxy.kind()) {
        case ENVOY -> accepted(program, "--mode", "validate", "-c", config.toString());
        case HAPROXY -> accepted(program, "-c", "-f", config.toString());
        case NGINX ->
            accepted(
                program, "-t", "-e", "stderr", "-p", folder.toString(), "-c", config.toString());
        // It has no such mode; what it makes of its configuration is seen when it runs.
        case TRAEFIK -> assertThat(proxy.config()).contains("strategy: ");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everyReplicaIsThereAndNoGapIsLeft(Variant variant, Topology topology) {
    DataPlane plane = plane(variant, topology);
    for (ProxyProcess proxy : plane.proxies()) {
      assertThat(proxy.config()).doesNotContain("{{");
      Balancing spread = plane.balancing().get(proxy.workload());
      assertThat(spread.servers()).hasSize(topology == Topology.STREAM ? 1 : 3);
      for (Balancing.Server server : spread.servers()) {
        assertThat(proxy.config()).contains(Integer.toString(server.address().port()));
      }
      if (proxy.kind().suffix().equals("yaml")) {
        assertThat(new Load(LoadSettings.builder().build()).loadFromString(proxy.config()))
            .isInstanceOf(Map.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"haproxy", "nginx", "envoy-front", "traefik"})
  void tlsEndsWhereTheLoadEntersAndNowhereElse(String mesh) {
    Variant variant = Variant.plain(mesh).with("tls", "terminate");

    assertThat(plane(variant).proxies())
        .filteredOn(it -> it.config().contains("front."))
        .extracting(ProxyProcess::workload)
        .containsExactly(Topology.ENTRY);
    assertThat(Meshes.named(mesh).claims(variant).encryption()).isEqualTo(Encryption.AT_ENTRY);
    assertThat(plane(Variant.plain(mesh)).proxies())
        .noneMatch(it -> it.config().contains("front."));
  }

  @Test
  void everyProductHasItsOwnWordsForTheSameRule() {
    Map<String, String> least = Map.of("haproxy", "leastconn", "nginx", "least_conn;");
    least.forEach(
        (mesh, word) -> {
          DataPlane plane = plane(Variant.plain(mesh).with("algorithm", "least-connections"));
          assertThat(plane.balancing().values())
              .allMatch(it -> it.rule() == Rule.LEAST_CONNECTIONS);
          assertThat(plane.proxies()).allMatch(it -> it.config().contains(word));
        });
    assertThat(plane(Variant.plain("traefik").with("algorithm", "hrw")).balancing().values())
        .allMatch(it -> it.rule() == Rule.IP_HASH);
    assertThat(plane(Variant.plain("envoy-front").with("algorithm", "ip-hash")).proxies())
        .allMatch(it -> it.config().contains("RING_HASH") && it.config().contains("source_ip"));
  }

  @Test
  void weightsAreTwoToOne() {
    Variant weighted = Variant.plain("haproxy").with("algorithm", "weighted-round-robin");
    Balancing spread = plane(weighted.with("replicas", "3")).balancing().get("order");

    assertThat(spread.servers()).extracting(Balancing.Server::weight).containsExactly(2, 1, 1);
    assertThat(spread.share(spread.servers().get(0))).isEqualTo(0.5);
  }

  @Test
  void theLastReplicaIsSlowedWhereAServiceCanThink() {
    DataPlane plane = plane(Variant.plain("nginx").with("slow-replica", "50ms"));

    assertThat(plane.slowed(new Replica("order", 2))).contains(Duration.ofMillis(50));
    assertThat(plane.slowed(new Replica("order", 1))).isEmpty();
    assertThat(plane.slowed(new Replica("auth", 2))).isEqualTo(Optional.empty());
  }

  @Test
  void settingsThatCannotBeCarriedOutAreRefusedInWords() {
    assertThat(problems(Variant.plain("haproxy").with("algorithm", "p2c")))
        .containsExactly(
            "setting algorithm: 'p2c' on mesh haproxy: expected one of round-robin,"
                + " least-connections, ip-hash, weighted-round-robin");
    assertThat(problems(Variant.plain("nginx").with("replicas", "10")))
        .singleElement()
        .asString()
        .contains("from 1 to 9");
    assertThat(problems(Variant.plain("nginx").with("replicas", "1").with("slow-replica", "5ms")))
        .singleElement()
        .asString()
        .contains("slow-replica", "2 or more");
  }

  private static List<String> problems(Variant variant) {
    return Meshes.named(variant.mesh()).problems(variant, PlatformKind.LOCAL);
  }

  private DataPlane plane(Variant variant) {
    return plane(variant, Topology.SAMPLE_SERVICES);
  }

  private DataPlane plane(Variant variant, Topology topology) {
    Mesh mesh = Meshes.named(variant.mesh());
    assertThat(mesh.problems(variant, PlatformKind.LOCAL)).isEmpty();
    Topology replicated = mesh.replicated(variant, topology);
    Map<String, Address> serving = new TreeMap<>();
    replicated.replicas().forEach(it -> serving.put(it.name(), Address.loopback(ports.getAsInt())));
    return mesh.local(variant, new Site(replicated, serving, ports, identities, folder));
  }

  private static void accepted(Path program, String... arguments)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(program.toString()));
    words.addAll(List.of(arguments));
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    assertThat(said).doesNotContain("deprecated", "[WARNING]", "[ALERT]");
  }
}
