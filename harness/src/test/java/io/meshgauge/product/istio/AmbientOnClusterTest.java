package io.meshgauge.product.istio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.Listener.Side;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.SampleServices;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AmbientOnClusterTest {
  private static final String KEY = "istio-ambient";
  private static final Variant PLAIN = Variant.plain(KEY);
  private static final Variant LAYERED = PLAIN.with("waypoint", "on");

  @Test
  void requestPolicyWithoutWaypointIsRefused() {
    assertThat(problems(policed(PLAIN, "rbac")))
        .singleElement()
        .asString()
        .contains("policy 'rbac'", "expected none", "waypoint: on");
    assertThat(problems(policed(LAYERED, "rbac"))).isEmpty();
    assertThat(problems(policed(LAYERED, "abac"))).isEmpty();
    assertThat(problems(policed(LAYERED, "abac-external")))
        .singleElement()
        .asString()
        .contains("decision point");
  }

  @Test
  void requestSettingsWithoutWaypointAreRefused() {
    assertThat(problems(PLAIN.with("retries", "2")))
        .singleElement()
        .asString()
        .contains("'retries' is unknown", "not requests", "waypoint: on");
    assertThat(problems(telling(PLAIN, "access-log-async")))
        .singleElement()
        .asString()
        .contains("expected default", "waypoint: on");
    assertThat(problems(PLAIN.with("fault", "not-captured:unknown")))
        .singleElement()
        .asString()
        .contains("expected one of the services logging, payment, auth, order, gateway");
  }

  @Test
  void onlyServicesWithoutCallsCanBeExcluded() {
    for (String service : SampleServices.ALL.services()) {
      List<String> problems = problems(PLAIN.with("fault", "not-captured:" + service));
      if (SampleServices.ALL.from(service).isEmpty()) {
        assertThat(problems).as(service).isEmpty();
      } else {
        assertThat(problems)
            .as(service)
            .singleElement()
            .asString()
            .contains(
                "'not-captured:" + service + "'",
                "which ztunnel refuses",
                "never get ready",
                "one of not-captured:logging, not-captured:auth");
      }
    }
  }

  @Test
  void waypointRefusesSettingsThatNamespaceObjectsCannotExpress() {
    assertThat(problems(LAYERED.with("rate-limit", "30")))
        .singleElement()
        .asString()
        .contains("rate-limit", "EnvoyFilter", "not documented");
    assertThat(problems(LAYERED.with("outlier-detection", "3")))
        .singleElement()
        .asString()
        .contains("no other replica");
    assertThat(problems(telling(LAYERED, "tracing-10%")))
        .singleElement()
        .asString()
        .contains("expected one of default, access-log-async", "mesh's configuration");
    assertThat(problems(telling(LAYERED, "full"))).singleElement().asString().contains("spans");
    assertThat(problems(telling(LAYERED, "metrics-5s")))
        .singleElement()
        .asString()
        .contains("mutual TLS");
    assertThat(problems(telling(LAYERED, "none"))).singleElement().asString().contains("counters");
    assertThat(problems(telling(LAYERED, "access-log-async"))).isEmpty();
  }

  @Test
  void trafficIsSteeredAtTheWaypointByObjectsOfEachService() {
    Variant asked =
        LAYERED
            .with("retries", "3")
            .with("retry-on", "5xx")
            .with("request-timeout", "250ms")
            .with("circuit-breaker", "7")
            .with("concurrent-retries", "3");

    assertThat(problems(asked)).isEmpty();
    assertThat(AmbientOnCluster.design(asked).objects(SampleServices.ALL))
        .hasSize(2 * SampleServices.ALL.services().size())
        .anyMatch(
            it ->
                it.contains("VirtualService")
                    && it.contains("hosts: [\"order\"]")
                    && it.contains("timeout: \"250ms\"")
                    && it.contains("attempts: 3"))
        .anyMatch(it -> it.contains("DestinationRule") && it.contains("maxRetries: 3"))
        .noneMatch(it -> it.contains("EnvoyFilter") || it.contains("tls:"));
    DataPlane plane = AmbientOnCluster.design(asked).dataPlane(layers());
    assertThat(plane.traffic().underWay()).contains(7);
    assertThat(plane.senders()).extracting(Listener::side).containsOnly(Side.BETWEEN);
    assertThat(plane.senders())
        .extracting(it -> it.counters().destination())
        .as("the names that a waypoint's clusters have")
        .contains(
            "inbound-vip|8080|http|order.ns.svc.cluster.local",
            "inbound-vip|9090|http|payment.ns.svc.cluster.local")
        .hasSize(SampleServices.ALL.services().size());
  }

  @Test
  void aWaypointThatWritesALogIsItsOnlyWriter() {
    ClusterDesign design = AmbientOnCluster.design(telling(LAYERED, "access-log-async"));

    assertThat(design.objects(SampleServices.ALL))
        .singleElement()
        .asString()
        .contains("kind: Telemetry", "name: waypoint", "targetRefs", "name: envoy");
    assertThat(design.dataPlane(layers()).backends().accessLogs().orElseThrow().files())
        .containsOnlyKeys("waypoint");
    assertThat(layered().backends().any()).isFalse();
  }

  @Test
  void manifestListsRequestHandlingAndItsAbsence() {
    assertThat(AmbientOnCluster.fairness(LAYERED.with("circuit-breaker", "7")))
        .containsEntry(
            "circuit breaker",
            "7 concurrent requests from the waypoint to each service, as many queued")
        .containsEntry("retries", "2 on connect-failure, refused-stream, unavailable, cancelled");
    assertThat(AmbientOnCluster.fairness(PLAIN))
        .containsEntry("retries", "none: it handles connections");
  }

  @Test
  void gatewayApiIsRequiredOnlyWithAWaypoint() {
    assertThat(AmbientOnCluster.controlPlane(PLAIN).resources())
        .noneMatch(it -> it.plural().equals("gateways"));
    assertThat(AmbientOnCluster.controlPlane(LAYERED).resources())
        .anyMatch(it -> it.plural().equals("gateways"));
    assertThat(AmbientOnCluster.controlPlane(LAYERED).name())
        .isEqualTo(AmbientOnCluster.controlPlane(PLAIN).name());
  }

  @Test
  void excludedServiceIsNotAwaitedAndIsLabelled() {
    ClusterDesign faulty = AmbientOnCluster.design(PLAIN.with("fault", "not-captured:auth"));

    assertThat(faulty.podLabels("auth")).containsEntry("istio.io/dataplane-mode", "none");
    assertThat(faulty.mark("auth")).isEmpty();
    assertThat(faulty.podLabels("order")).isEmpty();
    assertThat(faulty.mark("order")).isPresent();
    assertThat(faulty.dataPlane(placement(Map.of("ztunnel@n1", Address.loopback(1)))).wire())
        .as("it is claimed of all")
        .hasSameSizeAs(SampleServices.ALL.hops());
  }

  @Test
  void withoutAWaypointEveryHopIsOneTunnel() {
    DataPlane plane =
        AmbientOnCluster.design(PLAIN)
            .dataPlane(
                placement(
                    Map.of("ztunnel@n1", Address.loopback(1), "ztunnel@n2", Address.loopback(2))));

    assertThat(plane.wire().values()).extracting(Address::port).containsOnly(15008);
    assertThat(plane.proxies())
        .extracting(ProxyProcess::type)
        .containsExactly(new ZtunnelType(), new ZtunnelType());
    assertThat(plane.listeners())
        .as("what several nodes count is counted together")
        .extracting(Listener::proxy)
        .containsOnly("ztunnel");
  }

  @Test
  void waypointHasTunnelsOnBothSidesAndCountsEveryService() {
    DataPlane plane = layered();

    assertThat(plane.wire().keySet())
        .extracting(Hop::client, Hop::server)
        .as("to it from each caller, from it to each service")
        .contains(tuple("load", "waypoint"), tuple("waypoint", "logging"))
        .doesNotContain(tuple("load", "gateway"));
    assertThat(plane.listeners())
        .filteredOn(it -> it.side() == Side.BETWEEN)
        .extracting(it -> it.hop().server())
        .containsExactlyInAnyOrderElementsOf(SampleServices.ALL.services());
    plane
        .wire()
        .forEach(
            (hop, address) ->
                assertThat(plane.inner().get(hop).host())
                    .as("%s asks for", hop)
                    .isEqualTo(hop.server().equals("waypoint") ? "10.96.0.1" : address.host()));
    assertThat(plane.type("waypoint")).contains(new WaypointType());
  }

  @Test
  void waypointDenialsAreInferredFromRequestsNotReceived() {
    ClusterDesign design = AmbientOnCluster.design(policed(LAYERED, "rbac"));

    assertThat(design.objects(SampleServices.ALL))
        .isNotEmpty()
        .allMatch(it -> it.contains("targetRefs") && !it.contains("selector"));
    assertThat(design.dataPlane(layers()).guards())
        .isNotEmpty()
        .allMatch(it -> it.proxy().equals("waypoint") && it.denied().names().isEmpty());
  }

  private static DataPlane layered() {
    return AmbientOnCluster.design(LAYERED).dataPlane(layers());
  }

  private static Placement layers() {
    return placement(Map.of("ztunnel@n1", Address.loopback(1), "waypoint", Address.loopback(2)));
  }

  private static List<String> problems(Variant variant) {
    return Products.named(KEY).problems(variant, PlatformKind.KUBERNETES, SampleServices.ALL);
  }

  private static Variant policed(Variant variant, String policy) {
    return new Variant(
        variant.name(), variant.mesh(), policy, variant.telemetry(), variant.settings());
  }

  private static Variant telling(Variant variant, String telemetry) {
    return new Variant(
        variant.name(), variant.mesh(), variant.policy(), telemetry, variant.settings());
  }

  private static Placement placement(Map<String, Address> admin) {
    Map<String, String> hosts = new HashMap<>();
    Map<String, String> services = new HashMap<>();
    for (String service : SampleServices.ALL.services()) {
      hosts.put(service, "10.0.0." + (hosts.size() + 1));
      services.put(service, "10.96.0.1");
    }
    hosts.put("waypoint", "10.0.0.99");
    return new Placement(
        SampleServices.ALL, "ns", hosts, services, admin, Map.of(), Path.of("logs"));
  }
}
