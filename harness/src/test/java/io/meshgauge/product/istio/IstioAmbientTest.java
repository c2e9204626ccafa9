package io.meshgauge.product.istio;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.Spiffe;
import io.meshgauge.measure.TrafficCounter;
import io.meshgauge.product.CounterNames;
import io.meshgauge.product.Product;
import io.meshgauge.product.SampleSite;
import io.meshgauge.product.envoy.EnvoyBinary;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.Listener.Side;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IstioAmbientTest {
  private static final Variant PLAIN = Variant.plain("istio-ambient");
  private static final Variant WITH_WAYPOINT = PLAIN.with("waypoint", "on");

  @TempDir Path folder;
  private final Product mesh = new IstioAmbient();

  static Stream<Arguments> layouts() {
    return Stream.of(PLAIN, WITH_WAYPOINT, telling(WITH_WAYPOINT, "access-log-sync"))
        .flatMap(variant -> Stream.of(variant, variant.with("tap", "on")))
        .flatMap(
            variant ->
                Stream.of(
                    Arguments.of(variant, SampleServices.ALL),
                    Arguments.of(variant, Topology.STREAM)));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void envoyAcceptsBothProxies(Variant variant, Topology topology)
      throws IOException, InterruptedException {
    Path envoy = EnvoyBinary.orSkip();
    Files.createDirectories(folder.resolve("access-logs"));
    for (ProxyProcess proxy :
        mesh.design(variant).local(SampleSite.in(folder, topology)).proxies()) {
      Path config = folder.resolve(proxy.name() + ".yaml");
      Files.writeString(config, proxy.config());
      EnvoyBinary.validate(envoy, config);
    }
  }

  @Test
  void oneProxyTunnelsWithEachWorkloadsCertificate() throws IOException {
    Site site = SampleSite.in(folder);
    DataPlane plane = mesh.design(PLAIN).local(site);

    assertThat(plane.proxies()).singleElement().extracting(ProxyProcess::name).isEqualTo("ztunnel");
    String config = plane.proxies().get(0).config();
    for (Hop hop : site.topology().hops()) {
      assertThat(config)
          .contains("stat_prefix: %s_to_%s\n".formatted(hop.client(), hop.server()))
          .contains("/" + hop.client() + ".key.pem")
          .contains("exact: \"%s\"".formatted(Spiffe.of(hop.server())))
          .contains("hostname: \"%s\"".formatted(site.serving().get(hop.server())));
    }
    assertThat(config)
        .as("it knows no requests")
        .doesNotContain("prefix: /}", "waypoint", "HTTP1", "tap_");
  }

  @Test
  void waypointTerminatesAndReopensAllTunnels() throws IOException {
    Site site = SampleSite.in(folder);
    DataPlane plane = mesh.design(WITH_WAYPOINT).local(site);

    assertThat(mesh.claims(WITH_WAYPOINT).proxies()).isEqualTo(Proxies.SHARED_AND_WAYPOINT);
    assertThat(mesh.requirements(WITH_WAYPOINT, PlatformKind.LOCAL).workloads())
        .containsExactly("waypoint");
    assertThat(mesh.requirements(PLAIN, PlatformKind.LOCAL).workloads()).isEmpty();
    assertThat(plane.proxies())
        .extracting(ProxyProcess::name)
        .containsExactly("ztunnel", "waypoint");
    for (Hop hop : site.topology().hops()) {
      assertThat(plane.wire())
          .containsKey(new Hop(hop.client(), "waypoint", Protocol.GRPC))
          .containsKey(new Hop("waypoint", hop.server(), Protocol.GRPC));
    }
    assertThat(plane.wire()).as("four callers, five services").hasSize(4 + 5);
    assertThat(plane.listeners())
        .filteredOn(it -> it.side() == Side.BETWEEN)
        .extracting(it -> CounterNames.requests(it.counters()))
        .contains(
            "http.requests_to_gateway.downstream_rq_total",
            "http.requests_to_payment.downstream_rq_total")
        .hasSize(5);
  }

  @Test
  void aWaypointWritesALineUnderTheNameThatCountsTheRequest() throws IOException {
    Variant logged = telling(WITH_WAYPOINT, "access-log-sync");
    DataPlane plane = mesh.design(logged).local(SampleSite.in(folder));

    assertThat(mesh.problems(logged, PlatformKind.LOCAL)).isEmpty();
    assertThat(plane.backends().accessLogs().orElseThrow().files()).containsOnlyKeys("waypoint");
    ProxyProcess waypoint = plane.proxies().get(1);
    assertThat(waypoint.arguments()).containsExactly("--file-flush-min-size-kb", "0");
    assertThat(waypoint.config()).contains("/waypoint.log\"");
    assertThat(plane.proxies().get(0).config()).doesNotContain("access_log");
    for (Listener listener : plane.listeners()) {
      if (listener.side() == Side.BETWEEN) {
        assertThat(waypoint.config())
            .contains("listener: %s\n".formatted(listener.counters().name()));
      }
    }
  }

  @Test
  void unsupportedTelemetryAndPoliciesAreRefusedWithTheReason() {
    assertThat(problems(telling(PLAIN, "metrics-1s"))).contains("bypasses the proxy");
    assertThat(problems(telling(PLAIN, "access-log-async"))).contains("waypoint: on");
    assertThat(problems(telling(WITH_WAYPOINT, "tracing-10%"))).contains("one span");
    assertThat(problems(telling(WITH_WAYPOINT, "none"))).contains("counters");
    assertThat(problems(PLAIN.with("retries", "2"))).contains("on a cluster");
    assertThat(problems(PLAIN.with("workers", "many"))).contains("a whole number");
    assertThat(
            problems(
                new Variant("arm", "istio-ambient", "rbac", "default", WITH_WAYPOINT.settings())))
        .contains("certificate");
  }

  private String problems(Variant variant) {
    List<String> problems = mesh.problems(variant, PlatformKind.LOCAL);
    assertThat(problems).hasSize(1);
    return problems.get(0);
  }

  private static Variant telling(Variant variant, String telemetry) {
    return new Variant(
        variant.name(), variant.mesh(), variant.policy(), telemetry, variant.settings());
  }

  @Test
  void everyWayHasATapOfItsOwn() throws IOException {
    DataPlane plane = mesh.design(WITH_WAYPOINT.with("tap", "on")).local(SampleSite.in(folder));

    assertThat(plane.taps()).hasSize(6 + 5);
    assertThat(plane.taps()).allMatch(tap -> plane.wire().containsValue(tap.onward()));
    assertThat(plane.proxies().get(0).config()).contains("stat_prefix: tap_order_to_payment\n");
    assertThat(plane.proxies().get(1).config()).contains("stat_prefix: tap_waypoint_to_payment\n");
  }

  @Test
  void aServiceThatIsNotCapturedIsDialledDirectly() throws IOException {
    Site site = SampleSite.in(folder);
    DataPlane plane = mesh.design(PLAIN.with("fault", "not-captured:payment")).local(site);

    site.topology()
        .hops()
        .forEach(
            hop ->
                assertThat(plane.dial().get(hop).equals(site.serving().get(hop.server())))
                    .isEqualTo(hop.server().equals("payment")));
  }

  @Test
  void aStreamIsCountedInConnectionsAndBytesAtEveryStation() throws IOException {
    DataPlane plane = mesh.design(WITH_WAYPOINT).local(SampleSite.in(folder, Topology.STREAM));

    assertThat(plane.listeners())
        .extracting(Listener::side)
        .containsExactlyInAnyOrder(Side.OUTBOUND, Side.BETWEEN, Side.INBOUND);
    assertThat(plane.listeners())
        .extracting(it -> CounterNames.name(it.counters(), TrafficCounter.BYTES))
        .containsExactlyInAnyOrder(
            "tcp.load_to_iperf.downstream_cx_rx_bytes_total",
            "tcp.requests_to_iperf.downstream_cx_rx_bytes_total",
            "cluster.before_iperf.upstream_cx_tx_bytes_total");
  }

  @Test
  void itsProfileComparesItWithTheSidecarsAndWithAWaypoint() {
    List<Variant> shown = mesh.descriptor().profile();

    assertThat(shown)
        .extracting(Variant::name)
        .containsExactly("istio-mtls", "istio-ambient", "istio-waypoint");
    assertThat(shown.get(2).settings()).containsEntry("waypoint", "on");
    assertThat(mesh.problems(shown.get(2), PlatformKind.LOCAL)).isEmpty();
  }
}
