package io.meshgauge.product.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Product;
import io.meshgauge.product.ProductDesign;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.istio.IstioSidecar;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.plane.ConfigFile;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.DynamicConfig;
import io.meshgauge.topology.plane.ProxyProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class EnvoyConfigTest {
  /** Rules with quotes, braces and other characters with a meaning in YAML and templates. */
  private static final Path HOSTILE =
      Path.of(System.getProperty("meshgauge.home", ".."))
          .resolve("harness/src/test/resources/policy/hostile.yaml");

  @TempDir Path folder;

  static Stream<Arguments> variants() {
    EnvoySidecars envoy = new EnvoySidecars();
    return Stream.concat(
        Stream.concat(telling(), steering()),
        Stream.of(
            Arguments.of(envoy, Variant.plain("envoy")),
            Arguments.of(envoy, Variant.plain("envoy").with("tap", "on")),
            Arguments.of(envoy, policed("envoy", "rbac")),
            Arguments.of(envoy, policed("envoy", "abac")),
            Arguments.of(IstioSidecar.plaintext(), policed("istio-plaintext", "abac")),
            Arguments.of(
                IstioSidecar.mtls(), policed("istio-mtls", "rbac").with("policy-rules", "1000")),
            Arguments.of(IstioSidecar.mtls(), policed("istio-mtls", "abac")),
            Arguments.of(envoy, policed("envoy", "abac").with("policy-file", HOSTILE.toString())),
            Arguments.of(envoy, policed("envoy", "abac-external")),
            Arguments.of(
                IstioSidecar.mtls(),
                policed("istio-mtls", "abac-external").with("decision-cache", "on")),
            Arguments.of(IstioSidecar.plaintext(), Variant.plain("istio-plaintext")),
            Arguments.of(IstioSidecar.mtls(), Variant.plain("istio-mtls")),
            Arguments.of(IstioSidecar.mtls(), Variant.plain("istio-mtls").with("tap", "on")),
            Arguments.of(
                IstioSidecar.mtls(),
                policed("istio-mtls", "rbac")
                    .with("certificates", "watched")
                    .with("listeners", "watched")),
            Arguments.of(
                IstioSidecar.plaintext(),
                policed("istio-plaintext", "abac").with("listeners", "watched")),
            Arguments.of(
                IstioSidecar.mtls(),
                Variant.plain("istio-mtls").with("certificates", "watched").with("tap", "on")),
            Arguments.of(
                IstioSidecar.mtls(),
                Variant.plain("istio-mtls")
                    .with("tls-resumption", "off")
                    .with("tls-version", "1.3")
                    .with("key-exchange", "x25519mlkem768")),
            Arguments.of(
                IstioSidecar.mtls(),
                Variant.plain("istio-mtls")
                    .with("tls-version", "1.2")
                    .with("tls-cipher", "chacha20-poly1305")),
            Arguments.of(
                IstioSidecar.mtls(),
                Variant.plain("istio-mtls").with("fault", "plaintext-listener:order"))));
  }

  /** Every telemetry setting; the richest one also for plain Envoy and with captures. */
  private static Stream<Arguments> telling() {
    Variant full = new Variant("e", "envoy", "none", "full", new TreeMap<>()).with("tap", "on");
    return Stream.concat(
        Stream.of(Arguments.of(new EnvoySidecars(), full)),
        Telemetry.ALL.stream()
            .filter(Telemetry::chosen)
            .map(it -> Arguments.of(IstioSidecar.mtls(), telling("istio-mtls", it.name()))));
  }

  /** Every traffic setting, also with captures and with the fewest counters. */
  private static Stream<Arguments> steering() {
    return Stream.of(new EnvoySidecars(), IstioSidecar.mtls(), IstioSidecar.plaintext())
        .flatMap(
            mesh ->
                Stream.of(
                        Variant.plain(mesh.descriptor().key()).with("retries", "off"),
                        telling(mesh.descriptor().key(), "none")
                            .with("synthetic-services", "30")
                            .with("synthetic-routes", "20"),
                        Variant.plain(mesh.descriptor().key())
                            .with("synthetic-routes", "20")
                            .with("canary", "10%")
                            .with("inject-delay", "10ms 5%")
                            .with("inject-abort", "503 1%"),
                        Variant.plain(mesh.descriptor().key())
                            .with("retry-on", "5xx")
                            .with("tap", "on"),
                        steered(telling(mesh.descriptor().key(), "none")))
                    .map(variant -> Arguments.of(mesh, variant)));
  }

  private static Variant steered(Variant variant) {
    return variant
        .with("retries", "3")
        .with("retry-on", "5xx")
        .with("request-timeout", "250ms")
        .with("rate-limit", "30")
        .with("circuit-breaker", "7")
        .with("concurrent-retries", "2")
        .with("connection-lifetime", "10");
  }

  private static Variant telling(String mesh, String telemetry) {
    return new Variant(telemetry, mesh, "none", telemetry, new TreeMap<>());
  }

  private static Variant policed(String mesh, String policy) {
    return new Variant(mesh, mesh, policy, "default", Variant.plain(mesh).settings());
  }

  private DataPlane plane(Product mesh, Variant variant) throws IOException {
    ProductDesign design = mesh.design(variant);
    return design.local(SampleSite.in(folder, design.topology(SampleServices.ALL)));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everySidecarIsYaml(Product mesh, Variant variant) throws IOException {
    for (ProxyProcess proxy : envoys(plane(mesh, variant))) {
      Object loaded = new Load(LoadSettings.builder().build()).loadFromString(proxy.config());
      List<String> keys = new ArrayList<>(List.of("node", "admin", "static_resources"));
      if (variant.settings().containsKey("listeners") && !proxy.workload().equals("load")) {
        keys.add("dynamic_resources");
      }
      if (variant.telemetry().equals("none")) {
        keys.add("stats_config");
      }
      if (variant.settings().containsKey("rate-limit")) {
        keys.add("layered_runtime");
      }
      assertThat(loaded)
          .asInstanceOf(InstanceOfAssertFactories.MAP)
          .containsOnlyKeys(keys.toArray());
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void envoyAcceptsEverySidecar(Product mesh, Variant variant)
      throws IOException, InterruptedException {
    Path envoy = EnvoyBinary.orSkip();
    DataPlane plane = plane(mesh, variant);
    Files.createDirectories(folder.resolve("access-logs"));
    for (ProxyProcess proxy : envoys(plane)) {
      Path config = folder.resolve(proxy.name() + ".yaml");
      Files.writeString(config, proxy.config());
      for (ConfigFile file : proxy.files()) {
        Files.createDirectories(file.path().getParent());
        Files.writeString(file.path(), file.content());
      }
      EnvoyBinary.validate(envoy, config);
    }
  }

  @Test
  void aDesignIsPreparedForTheChangesOfASoak() throws IOException {
    ProductDesign design = IstioSidecar.mtls().design(policed("istio-mtls", "rbac"));

    assertThat(design.local(SampleSite.in(folder)).changes()).isEqualTo(DynamicConfig.NONE);
    assertThat(
            design
                .prepared(Set.of(SoakAct.ROTATE_CERTIFICATES))
                .local(SampleSite.in(folder))
                .changes()
                .credentials())
        .hasSize(6);
    assertThat(
            design
                .prepared(Set.of(SoakAct.PUSH_POLICY))
                .local(SampleSite.in(folder))
                .changes()
                .policies())
        .hasSize(5);
  }

  private static List<ProxyProcess> envoys(DataPlane plane) {
    return plane.proxies().stream().filter(it -> it.type() instanceof EnvoyType).toList();
  }
}
