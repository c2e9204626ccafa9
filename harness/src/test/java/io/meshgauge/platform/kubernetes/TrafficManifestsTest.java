package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.TrafficCounter;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.CounterNames;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.Listener.Side;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests the traffic settings in the manifests of Istio's meshes. */
class TrafficManifestsTest extends VariantManifests {
  @Test
  void retriesAndTimeoutsAreVirtualServices() {
    List<ObjectNode> routes =
        objects(
            "istio-mtls",
            "VirtualService",
            Map.of("retries", "3", "retry-on", "5xx", "request-timeout", "2s"));

    assertThat(routes).hasSize(5);
    assertThat(named(routes, "order").path("spec"))
        .hasToString(
            "{\"hosts\":[\"order\"],\"http\":[{\"route\":[{\"destination\":{\"host\":\"order\"}}],"
                + "\"timeout\":\"2000ms\",\"retries\":{\"attempts\":3,"
                + "\"retryOn\":\"5xx,connect-failure,refused-stream,unavailable,cancelled\"}}]}");
    assertThat(
            named(objects("istio-mtls", "VirtualService", Map.of("retries", "off")), "auth")
                .at("/spec/http/0/retries"))
        .hasToString("{\"attempts\":0}");
  }

  @Test
  void limitsReplaceTheRuleForEncryptionOnly() {
    for (String mesh : List.of("istio-mtls", "istio-plaintext")) {
      List<ObjectNode> usual = objects(mesh, "DestinationRule", Map.of());
      List<ObjectNode> rules =
          objects(
              mesh, "DestinationRule", Map.of("circuit-breaker", "7", "concurrent-retries", "2"));

      assertThat(rules)
          .extracting(Manifest::name)
          .containsExactlyInAnyOrderElementsOf(usual.stream().map(Manifest::name).toList());
      for (ObjectNode rule : rules) {
        ObjectNode before = named(usual, Manifest.name(rule));
        assertThat(rule.at("/spec/host")).isEqualTo(before.at("/spec/host"));
        assertThat(rule.at("/spec/trafficPolicy/tls"))
            .isEqualTo(before.at("/spec/trafficPolicy/tls"));
        assertThat(rule.path("metadata")).isEqualTo(before.path("metadata"));
        assertThat(rule.at("/spec/trafficPolicy/connectionPool/http"))
            .hasToString("{\"http1MaxPendingRequests\":7,\"http2MaxRequests\":7,\"maxRetries\":2}");
      }
    }
  }

  @Test
  void aRateIsAFilterBeforeAllOthersOfTheServicesSidecar() {
    List<ObjectNode> filters =
        objects("istio-plaintext", "EnvoyFilter", Map.of("rate-limit", "30"));

    assertThat(filters).hasSize(5);
    ObjectNode order = named(filters, "order");
    assertThat(order.at("/spec/workloadSelector/labels/meshgauge.io~1service").asText())
        .isEqualTo("order");
    assertThat(order.at("/spec/configPatches/0/match/context").asText())
        .isEqualTo("SIDECAR_INBOUND");
    assertThat(order.at("/spec/configPatches/0/patch/operation").asText())
        .isEqualTo("INSERT_BEFORE");
    assertThat(order.at("/spec/configPatches/0/patch/value/typed_config/token_bucket"))
        .hasToString("{\"max_tokens\":30,\"tokens_per_fill\":30,\"fill_interval\":\"1s\"}");
  }

  @Test
  void anArmThatAsksForNothingAndAStreamHaveNone() {
    assertThat(objects("istio-mtls", "VirtualService", Map.of())).isEmpty();
    assertThat(objects("istio-mtls", "EnvoyFilter", Map.of())).isEmpty();
    assertThat(objects(Topology.STREAM, variant("istio-mtls", Map.of("retries", "off"))))
        .noneMatch(it -> Manifest.kind(it).equals("VirtualService"));
  }

  @Test
  void dataPlaneMapsProofsToIstiosCounters() {
    Map<String, String> hosts = new TreeMap<>();
    Map<String, Address> admin = new TreeMap<>();
    for (String service : SampleServices.ALL.services()) {
      hosts.put(service, "10.0.0.1");
      admin.put(service, Address.loopback(40_000 + hosts.size()));
    }
    DataPlane plane =
        Products.named("istio-mtls")
            .design(variant("istio-mtls", Map.of("retries", "off")))
            .kubernetes()
            .dataPlane(new Placement(SampleServices.ALL, "ns", hosts, admin));

    assertThat(plane.traffic().retries()).isPresent();
    Listener toOrder =
        plane.listeners().stream()
            .filter(it -> it.side() == Side.OUTBOUND && it.hop().server().equals("order"))
            .findFirst()
            .orElseThrow();
    assertThat(toOrder.counters().destination())
        .isEqualTo("outbound|8080||order.ns.svc.cluster.local");
    assertThat(CounterNames.name(toOrder.counters(), TrafficCounter.TIMEOUTS))
        .isEqualTo("cluster.outbound|8080||order.ns.svc.cluster.local;.upstream_rq_timeout");
  }

  @Test
  void plainEnvoyOnAClusterRefusesThem() {
    assertThat(
            Products.named("envoy")
                .problems(variant("envoy", Map.of("retries", "off")), PlatformKind.KUBERNETES))
        .singleElement()
        .asString()
        .contains("retries", "unknown to mesh envoy");
    assertThat(
            Products.named("istio-mtls")
                .problems(
                    variant("istio-mtls", Map.of("retries", "off", "rate-limit", "30")),
                    PlatformKind.KUBERNETES))
        .isEmpty();
  }

  private List<ObjectNode> objects(String mesh, String kind, Map<String, String> settings) {
    return ofKind(objects(SampleServices.ALL, variant(mesh, settings)), kind);
  }

  private static Variant variant(String mesh, Map<String, String> settings) {
    return new Variant("arm", mesh, "none", "default", new TreeMap<>(settings));
  }
}
