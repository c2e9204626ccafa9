package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.TrafficCounter;
import io.meshgauge.product.CounterNames;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.Listener.Side;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.SampleServices;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests which counters of Istio's sidecars prove policies and traffic rules. */
class IstioCountersTest {
  @Test
  void denialsAreThoseOfTheInboundListeners() {
    assertThat(dataPlane("rbac", Map.of()).guards())
        .flatExtracting(it -> it.denied().names())
        .containsExactlyInAnyOrder(
            "http.inbound_0.0.0.0_8080;.rbac.denied",
            "http.inbound_0.0.0.0_8080;.rbac.denied",
            "http.inbound_0.0.0.0_8080;.rbac.denied",
            "http.inbound_0.0.0.0_9090;.rbac.denied",
            "http.inbound_0.0.0.0_9090;.rbac.denied");
  }

  @Test
  void timeoutsAreThoseOfTheOutboundCluster() {
    DataPlane plane = dataPlane("none", Map.of("retries", "off"));

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
  void plainEnvoyOnAClusterRefusesTrafficRules() {
    Variant envoy = Variant.plain("envoy").with("retries", "off");
    Variant istio = Variant.plain("istio-mtls").with("retries", "off").with("rate-limit", "30");

    assertThat(Products.named("envoy").problems(envoy, PlatformKind.KUBERNETES))
        .singleElement()
        .asString()
        .contains("retries", "unknown to mesh envoy");
    assertThat(Products.named("istio-mtls").problems(istio, PlatformKind.KUBERNETES)).isEmpty();
  }

  private static DataPlane dataPlane(String policy, Map<String, String> settings) {
    Map<String, String> hosts = new TreeMap<>();
    Map<String, Address> admin = new TreeMap<>();
    for (String service : SampleServices.ALL.services()) {
      hosts.put(service, "10.0.0.1");
      admin.put(service, Address.loopback(40_000 + hosts.size()));
    }
    return Products.named("istio-mtls")
        .design(new Variant("arm", "istio-mtls", policy, "default", new TreeMap<>(settings)))
        .kubernetes()
        .dataPlane(new Placement(SampleServices.ALL, "ns", hosts, admin));
  }
}
