package io.meshgauge.product.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.CounterNames;
import io.meshgauge.product.Product;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.istio.IstioSidecar;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Backends.AccessLogs;
import io.meshgauge.topology.ConfigFile;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.PolicyPush;
import io.meshgauge.topology.ProxyProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
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
        .with("concurrent-retries", "2");
  }

  private static Variant telling(String mesh, String telemetry) {
    return new Variant(telemetry, mesh, "none", telemetry, new TreeMap<>());
  }

  private static Variant policed(String mesh, String policy) {
    return new Variant(mesh, mesh, policy, "default", Variant.plain(mesh).settings());
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everySidecarIsYaml(Product mesh, Variant variant) throws IOException {
    for (ProxyProcess proxy : envoys(mesh.design(variant).local(SampleSite.in(folder)))) {
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
    DataPlane plane = mesh.design(variant).local(SampleSite.in(folder));
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
  void watchedCertificatesAreReadThroughTheMovedLink() throws IOException {
    Variant plain = Variant.plain("istio-mtls");
    DataPlane plane =
        IstioSidecar.mtls()
            .design(plain)
            .prepared(Set.of(SoakAct.ROTATE_CERTIFICATES))
            .local(SampleSite.in(folder));
    DataPlane fixed = IstioSidecar.mtls().design(plain).local(SampleSite.in(folder));

    assertThat(plane.changes().credentials())
        .hasSize(6)
        .containsEntry("order-proxy", "order")
        .containsEntry("load-proxy", "load");
    for (ProxyProcess proxy : envoys(plane)) {
      ConfigFile secret = proxy.files().get(0);
      assertThat(proxy.config()).contains(secret.path().toString()).doesNotContain(".key.pem");
      assertThat(secret.content())
          .contains("identities/current/%s.key.pem".formatted(proxy.workload()))
          .contains("watched_directory: {path: \"%s\"}".formatted(folder.resolve("identities")));
    }
    assertThat(fixed.changes().credentials()).isEmpty();
    assertThat(envoys(fixed)).allMatch(it -> it.files().isEmpty());
    assertThat(envoys(fixed)).noneMatch(it -> it.config().contains("sds"));
  }

  @Test
  void pushedListenerDiffersByOneRule() throws IOException {
    Variant policed = policed("istio-mtls", "rbac");
    Product mesh = IstioSidecar.mtls();
    DataPlane plane =
        mesh.design(policed).prepared(Set.of(SoakAct.PUSH_POLICY)).local(SampleSite.in(folder));

    assertThat(plane.changes().policies())
        .extracting(PolicyPush::service)
        .containsExactlyInAnyOrder("gateway", "auth", "order", "payment", "logging");
    for (PolicyPush push : plane.changes().policies()) {
      assertThat(push.usual().path()).isEqualTo(push.changed().path());
      assertThat(push.usual().content())
          .contains("name: " + push.listener())
          .doesNotContain("DENY");
      List<String> more = new ArrayList<>(push.changed().content().lines().toList());
      push.usual().content().lines().forEach(more::remove);
      assertThat(more)
          .anyMatch("version_info: changed"::equals)
          .anyMatch("      name: changed"::equals)
          .anyMatch(line -> line.strip().equals("action: DENY"))
          .anyMatch(line -> line.contains("{exact: /meshgauge-probe}"));
      ProxyProcess proxy =
          envoys(plane).stream().filter(it -> it.name().equals(push.proxy())).findFirst().get();
      assertThat(proxy.files()).containsExactly(push.usual());
      assertThat(proxy.config())
          .contains(push.usual().path().toString())
          .doesNotContain("name: %s\n    stat_prefix".formatted(push.listener()));
      assertThat(proxy.arguments()).containsExactly("--drain-time-s", "45");
    }
    DataPlane fixed = mesh.design(policed).local(SampleSite.in(folder));
    assertThat(fixed.changes().policies()).isEmpty();
    assertThat(envoys(fixed)).noneMatch(it -> it.config().contains("lds_config"));
    assertThat(envoys(fixed)).allMatch(it -> it.arguments().isEmpty());
  }

  private static List<ProxyProcess> envoys(DataPlane plane) {
    return plane.proxies().stream().filter(it -> it.type() instanceof EnvoyType).toList();
  }

  @Test
  void trafficRulesAreConfiguredAtEveryCallerAndService() throws IOException {
    for (Product mesh : List.of(new EnvoySidecars(), IstioSidecar.mtls())) {
      DataPlane plane =
          mesh.design(steered(Variant.plain(mesh.descriptor().key())))
              .local(SampleSite.in(folder.resolve(mesh.descriptor().key())));
      for (ProxyProcess proxy : plane.proxies()) {
        long callees = count(proxy.config(), "traffic_direction: OUTBOUND");
        assertThat(count(proxy.config(), "5xx,connect-failure")).isEqualTo(callees);
        assertThat(count(proxy.config(), "num_retries: 3")).isEqualTo(callees);
        assertThat(count(proxy.config(), " timeout: 0.250s")).isEqualTo(callees);
        assertThat(
                count(proxy.config(), "max_pending_requests: 7, max_requests: 7, max_retries: 2"))
            .isEqualTo(callees);
        assertThat(count(proxy.config(), "{max_tokens: 30, tokens_per_fill: 30"))
            .isEqualTo(count(proxy.config(), "traffic_direction: INBOUND"));
      }
      assertThat(plane.traffic().any()).isTrue();
    }
  }

  @Test
  void withoutRetriesNoCallerSendsAnythingAgain() throws IOException {
    DataPlane plane =
        IstioSidecar.mtls()
            .design(Variant.plain("istio-mtls").with("retries", "off"))
            .local(SampleSite.in(folder));
    for (ProxyProcess proxy : plane.proxies()) {
      assertThat(count(proxy.config(), "retry_policy"))
          .as("only the one before the service, where no request has got to it")
          .isEqualTo(count(proxy.config(), "retry_on: reset-before-request"));
    }
  }

  @Test
  void aSidecarLeadsFromTheServiceToThePeersIngress() throws IOException {
    DataPlane plane =
        new EnvoySidecars().design(Variant.plain("envoy")).local(SampleSite.in(folder));
    ProxyProcess order =
        plane.proxies().stream()
            .filter(it -> it.name().equals("order-proxy"))
            .findFirst()
            .orElseThrow();
    assertThat(order.workload()).isEqualTo("order");
    assertThat(order.type()).isEqualTo(new EnvoyType());
    assertThat(order.workers()).isEqualTo(2);
    assertThat(order.config())
        .contains("stat_prefix: outbound_payment", "stat_prefix: outbound_logging")
        .contains("stat_prefix: inbound_order")
        .contains("port_value: 10004")
        .doesNotContain("transport_socket", "jwt_authn");
  }

  @Test
  void everyConnectionManagerTracesAtTheSameRate() throws IOException {
    DataPlane plane =
        IstioSidecar.mtls()
            .design(telling("istio-mtls", "tracing-10%"))
            .local(SampleSite.in(folder));
    Address zipkin = plane.backends().tracing().orElseThrow().collector();
    for (ProxyProcess proxy : plane.proxies()) {
      assertThat(count(proxy.config(), "random_sampling: {value: 10}"))
          .isEqualTo(count(proxy.config(), "HttpConnectionManager"));
      assertThat(proxy.config())
          .contains("- name: zipkin", "port_value: " + zipkin.port())
          .doesNotContain("access_log", "stats_config");
    }
  }

  @Test
  void everyConnectionManagerWritesIntoTheLogOfItsProxy() throws IOException {
    DataPlane plane =
        new EnvoySidecars()
            .design(telling("envoy", "access-log-sync"))
            .local(SampleSite.in(folder));
    AccessLogs logs = plane.backends().accessLogs().orElseThrow();
    assertThat(logs.eachLine()).isTrue();
    for (ProxyProcess proxy : plane.proxies()) {
      String path = "path: \"" + logs.files().get(proxy.name()) + "\"";
      assertThat(count(proxy.config(), path))
          .isEqualTo(count(proxy.config(), "HttpConnectionManager"));
    }
    plane
        .listeners()
        .forEach(
            listener ->
                assertThat(plane.proxies())
                    .filteredOn(it -> it.name().equals(listener.proxy()))
                    .singleElement()
                    .satisfies(
                        it ->
                            assertThat(it.config())
                                .contains("listener: " + listener.counters().name() + "\n")));
  }

  @Test
  void defaultTelemetryIsCountersOnly() throws IOException {
    for (ProxyProcess proxy :
        new EnvoySidecars().design(Variant.plain("envoy")).local(SampleSite.in(folder)).proxies()) {
      assertThat(proxy.config()).doesNotContain("tracing", "access_log", "stats_config", "zipkin");
    }
  }

  private static long count(String text, String part) {
    return Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
  }

  @Test
  void aTapIsATwinOfTheEgressThatIsNotOnThePath() throws IOException {
    DataPlane plane =
        new EnvoySidecars()
            .design(Variant.plain("envoy").with("tap", "on"))
            .local(SampleSite.in(folder));
    assertThat(plane.taps()).hasSize(6);
    assertThat(plane.listeners())
        .noneMatch(it -> CounterNames.requests(it.counters()).contains("tap"));
    assertThat(plane.taps())
        .allMatch(tap -> tap.onward().equals(plane.wire().get(tap.hop())))
        .noneMatch(tap -> tap.through().equals(plane.dial().get(tap.hop())));
    assertThat(
            new EnvoySidecars().design(Variant.plain("envoy")).local(SampleSite.in(folder)).taps())
        .isEqualTo(List.of());
  }
}
