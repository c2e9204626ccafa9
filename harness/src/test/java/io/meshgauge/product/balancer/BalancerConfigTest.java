package io.meshgauge.product.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.platform.local.RealPrograms;
import io.meshgauge.platform.local.machine.Ports;
import io.meshgauge.product.Balancers;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Balancing;
import io.meshgauge.topology.Balancing.Rule;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Guarantees.Encryption;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.SampleServices;
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
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Configurations of load balancers, validated by the real programs. */
class BalancerConfigTest {
  private static final String[][] TRAFFIC = {
    {"retries", "off"},
    {"outlier-detection", "5"},
    {"failing-replica", "0.5"},
    {"request-timeout", "250ms"},
    {"rate-limit", "30"},
    {"circuit-breaker", "8"},
    {"retries", "3"},
    {"retry-on", "5xx"},
    {"concurrent-retries", "1"}
  };

  @TempDir Path folder;
  private final Ports ports = new Ports();
  private Path identities;

  private static List<Arguments> variants(BalancerProduct product, Algorithm algorithm) {
    List<Arguments> all = new ArrayList<>();
    Variant variant =
        Variant.plain(product.descriptor().key())
            .with("algorithm", algorithm.name())
            .with("replicas", "3");
    all.add(Arguments.of(variant, SampleServices.ALL));
    all.add(Arguments.of(variant.with("health-checks", "off"), SampleServices.ALL));
    all.add(Arguments.of(variant.with("tls", "terminate"), SampleServices.ALL));
    if (algorithm.ofConnections().isPresent()) {
      Variant connections = variant.with("layer", "tcp");
      all.add(Arguments.of(connections, SampleServices.ALL));
      all.add(Arguments.of(connections.with("health-checks", "off"), SampleServices.ALL));
    }
    if (product.carriesStreams()) {
      all.add(Arguments.of(variant, Topology.STREAM));
    }
    return all;
  }

  static Stream<Arguments> variants() {
    List<Arguments> all = new ArrayList<>();
    Balancers.all()
        .forEach(product -> product.algorithms().forEach(it -> all.addAll(variants(product, it))));
    Variant steered = Variant.plain("envoy-front").with("replicas", "3");
    for (String[] setting : TRAFFIC) {
      steered = steered.with(setting[0], setting[1]);
      all.add(Arguments.of(steered, SampleServices.ALL));
    }
    return all.stream();
  }

  @BeforeEach
  void makeIdentities() throws IOException {
    identities = RunIdentities.create(folder.resolve("identities"), SampleServices.ALL).folder();
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
              folder.resolve(proxy.name() + "." + proxy.type().configSuffix()), proxy.config());
      Path program = RealPrograms.orSkip(proxy.type().program());
      switch (proxy.type().program()) {
        case "envoy" -> accepted(program, "--mode", "validate", "-c", config.toString());
        case "haproxy" -> accepted(program, "-c", "-f", config.toString());
        case "nginx" -> {
          List<String> words = new ArrayList<>(List.of("-t", "-e", "stderr"));
          words.addAll(List.of("-p", folder.toString(), "-c", config.toString()));
          for (String module : proxy.modules()) {
            Path file = RealPrograms.orSkip(module);
            if (!file.equals(program)) {
              words.addAll(List.of("-g", "load_module %s;".formatted(file)));
            }
          }
          accepted(program, words.toArray(String[]::new));
        }
        // Others have no validation mode; their configuration is tested when they run.
        default -> assertThat(proxy.config()).isNotBlank();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void configurationListsEveryReplicaWithoutPlaceholders(Variant variant, Topology topology) {
    DataPlane plane = plane(variant, topology);
    for (ProxyProcess proxy : plane.proxies()) {
      assertThat(proxy.config()).doesNotContain("{{");
      Balancing spread = plane.balancing().get(proxy.workload());
      assertThat(spread.servers()).hasSize(topology == Topology.STREAM ? 1 : 3);
      for (Balancing.Server server : spread.servers()) {
        assertThat(proxy.config()).contains(Integer.toString(server.address().port()));
      }
      if (proxy.type().configSuffix().equals("yaml")) {
        assertThat(new Load(LoadSettings.builder().build()).loadFromString(proxy.config()))
            .isInstanceOf(Map.class);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("io.meshgauge.product.Balancers#keys")
  void tlsTerminatesOnlyAtTheEntry(String mesh) {
    Variant variant = Variant.plain(mesh).with("tls", "terminate");

    assertThat(plane(variant).proxies())
        .filteredOn(it -> it.config().contains("front."))
        .extracting(ProxyProcess::workload)
        .containsExactly(SampleServices.ENTRY);
    assertThat(Products.named(mesh).claims(variant).encryption()).isEqualTo(Encryption.AT_ENTRY);
    assertThat(plane(Variant.plain(mesh)).proxies())
        .noneMatch(it -> it.config().contains("front."));
  }

  @Test
  void everyProductHasItsOwnNamesForTheSameRule() {
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
  void lastReplicaIsSlowedIfTheServiceSupportsIt() {
    DataPlane plane = plane(Variant.plain("nginx").with("slow-replica", "50ms"));

    assertThat(plane.slowed(new Replica("order", 2))).contains(Duration.ofMillis(50));
    assertThat(plane.slowed(new Replica("order", 1))).isEmpty();
    assertThat(plane.slowed(new Replica("auth", 2))).isEqualTo(Optional.empty());
  }

  @ParameterizedTest
  @MethodSource("io.meshgauge.product.Balancers#ofConnections")
  void layerTcpBalancesConnectionsAndLayerHttpRequests(String mesh) {
    Variant tcp = Variant.plain(mesh).with("layer", "tcp");

    assertThat(plane(tcp).balancing().values()).hasSize(5).allMatch(Balancing::byConnection);
    assertThat(plane(Variant.plain(mesh)).balancing().values())
        .hasSize(5)
        .noneMatch(Balancing::byConnection);
    assertThat(Products.named(mesh).fairness(tcp, PlatformKind.LOCAL).get("factor.balancing"))
        .startsWith("connections round-robin");
    if (Products.named(mesh).design(Variant.plain(mesh)).carriesStreams(PlatformKind.LOCAL)) {
      assertThat(plane(tcp, Topology.STREAM).balancing().values())
          .noneMatch(Balancing::byConnection);
    }
  }

  @Test
  void everyProductHasItsOwnWayToCarryConnections() {
    assertThat(plane(tcp("haproxy", "least-connections")).proxies())
        .allMatch(it -> it.config().contains("mode tcp") && it.config().contains("leastconn"))
        .noneMatch(it -> it.config().contains("proto h2"));
    assertThat(plane(tcp("envoy-front", "ip-hash")).proxies())
        .allMatch(it -> it.config().contains("tcp_proxy.v3") && it.config().contains("source_ip"))
        .noneMatch(it -> it.config().contains("http_connection_manager"));
    assertThat(plane(tcp("nginx", "ip-hash")).proxies())
        .allMatch(it -> it.config().contains("hash $remote_addr;"))
        .allMatch(it -> it.modules().equals(List.of("nginx-stream")))
        .noneMatch(it -> it.config().contains("ip_hash"));
    assertThat(plane(tcp("traefik", "weighted-round-robin")).proxies())
        .allMatch(it -> it.config().contains("HostSNI(`*`)") && it.signs().isEmpty())
        .allMatch(it -> it.config().contains("{name: " + it.workload() + "-alone, weight: 2}"));
    assertThat(
            Products.named("nginx")
                .requirements(tcp("nginx", "round-robin"), PlatformKind.LOCAL)
                .programs())
        .containsExactlyInAnyOrder("nginx", "nginx-stream");
    assertThat(
            Products.named("nginx")
                .requirements(Variant.plain("nginx"), PlatformKind.LOCAL)
                .programs())
        .containsExactly("nginx");
  }

  @Test
  void theLastReplicaOfPaymentFails() {
    DataPlane plane = plane(Variant.plain("haproxy").with("failing-replica", ".25"));

    assertThat(plane.failing(new Replica("payment", 2))).contains(0.25);
    assertThat(plane.failing(new Replica("payment", 1))).isEqualTo(Optional.empty());
    assertThat(plane.failing(new Replica("order", 2))).isEqualTo(Optional.empty());
  }

  @Test
  void requestSettingsWithLayerTcpAreRefused() {
    assertThat(problems(tcp("traefik", "p2c")))
        .containsExactly(
            "setting algorithm: 'p2c' on mesh traefik with layer tcp: it balances requests only;"
                + " expected one of round-robin, weighted-round-robin");
    assertThat(problems(tcp("haproxy", "ip-hash").with("tls", "terminate")))
        .singleElement()
        .asString()
        .contains("setting tls", "layer: http with tls: terminate");
    assertThat(problems(tcp("envoy-front", "ip-hash").with("retries", "2")))
        .singleElement()
        .asString()
        .contains("setting retries", "handles connections, not requests");
    assertThat(problems(tcp("traefik", "round-robin").with("health-checks", "on")))
        .singleElement()
        .asString()
        .contains("setting health-checks", "expected off");
    assertThat(problems(Variant.plain("haproxy").with("layer", "udp")))
        .containsExactly("setting layer: 'udp' on mesh haproxy: expected one of http, tcp");
    assertThat(problems(Variant.plain("haproxy").with("failing-replica", "0")))
        .singleElement()
        .asString()
        .contains("a share above 0, up to 1");
    assertThat(
            Products.named("haproxy")
                .problems(tcp("haproxy", "round-robin"), PlatformKind.KUBERNETES))
        .singleElement()
        .asString()
        .contains("setting 'layer'", "can be determined on one machine only");
    assertThat(
            Products.named("envoy-front")
                .problems(
                    Variant.plain("envoy-front").with("retries", "3"), PlatformKind.KUBERNETES))
        .singleElement()
        .asString()
        .contains("setting 'retries'", "on local only");
  }

  private static Variant tcp(String mesh, String algorithm) {
    return Variant.plain(mesh).with("layer", "tcp").with("algorithm", algorithm);
  }

  @Test
  void unsupportedSettingsAreRefusedWithTheReason() {
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
    return Products.named(variant.mesh()).problems(variant, PlatformKind.LOCAL);
  }

  private DataPlane plane(Variant variant) {
    return plane(variant, SampleServices.ALL);
  }

  private DataPlane plane(Variant variant, Topology topology) {
    Product mesh = Products.named(variant.mesh());
    assertThat(mesh.problems(variant, PlatformKind.LOCAL)).isEmpty();
    Topology replicated = mesh.design(variant).topology(topology);
    Map<String, Address> serving = new TreeMap<>();
    replicated.replicas().forEach(it -> serving.put(it.name(), Address.loopback(ports.getAsInt())));
    return mesh.design(variant).local(new Site(replicated, serving, ports, identities, folder));
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
