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
import io.meshgauge.product.replica.Algorithm;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ProxyProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    {"concurrent-retries", "1"},
    {"connection-lifetime", "10"}
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

  @Test
  void weightsAreTwoToOne() {
    Variant weighted = Variant.plain("haproxy").with("algorithm", "weighted-round-robin");
    Balancing spread = plane(weighted.with("replicas", "3")).balancing().get("order");

    assertThat(spread.servers()).extracting(Balancing.Server::weight).containsExactly(2, 1, 1);
    assertThat(spread.share(spread.servers().get(0))).isEqualTo(0.5);
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
