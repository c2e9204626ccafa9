package io.meshgauge.product.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Balancing;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Configurations of load balancers on a cluster, and the data plane of their pods. */
class BalancerPodsTest {
  private static final Topology REPLICATED = SampleServices.ALL.times(3);
  private static final int COPIES = 3;

  @ParameterizedTest
  @CsvSource({
    "haproxy,bind 0.0.0.0:15006,server order-2 10.1.0.2:8080,bind 127.0.0.1:15000",
    "nginx,listen 0.0.0.0:15006,server 10.1.0.2:8080,listen 127.0.0.1:15000",
    "envoy-front,'address: 0.0.0.0, port_value: 15006','address: 10.1.0.2, port_value: 8080',"
        + "'address: 127.0.0.1, port_value: 15000'",
    "traefik,service: order,http://10.1.0.2:8080,service: order"
  })
  void localTemplateIsFilledWithPodAddresses(
      String key, String listen, String server, String admin) {
    Map<String, String> texts = design(plain(key)).configurations(placed());

    assertThat(texts.keySet())
        .containsExactlyInAnyOrderElementsOf(
            SampleServices.ALL.services().stream().map(it -> it + "-balancer").toList());
    assertThat(texts.get("order-balancer")).contains(listen, server, admin).doesNotContain("{{");
    assertThat(texts.get("payment-balancer")).contains("10.1.1.3", "9090").doesNotContain("8080");
  }

  @ParameterizedTest
  @MethodSource("io.meshgauge.product.Balancers#keys")
  void callersDialTheBalancerPodWithAllReplicas(String key) {
    DataPlane plane = plane(plain(key));

    assertThat(plane.dial()).isEqualTo(plane.wire());
    for (Hop hop : SampleServices.ALL.hops()) {
      String balancer = hop.server() + "-balancer";
      assertThat(plane.dial().get(hop)).isEqualTo(new Address("10.2.0.1", 15_006));
      assertThat(plane.listeners())
          .filteredOn(it -> it.hop().server().equals(hop.server()))
          .singleElement()
          .satisfies(it -> assertThat(it.proxy()).isEqualTo(balancer))
          .satisfies(it -> assertThat(it.side()).isEqualTo(Listener.Side.INBOUND));
      assertThat(plane.balancing().get(hop.server()).servers())
          .extracting(Balancing.Server::replica)
          .extracting(Replica::number)
          .containsExactly(1, 2, 3);
    }
    assertThat(plane.proxies())
        .extracting(ProxyProcess::admin)
        .doesNotHaveDuplicates()
        .allMatch(it -> it.host().equals("127.0.0.1") && it.port() > 40_000);
  }

  @Test
  void lastReplicaOfServicesWithThinkTimeIsSlow() {
    Variant slow =
        plain("haproxy").with("algorithm", "least-connections").with("slow-replica", "50ms");

    assertThat(design(slow).slowed(new Replica("order", COPIES), REPLICATED))
        .contains(Duration.ofMillis(50))
        .isEqualTo(plane(slow).slowed(new Replica("order", COPIES)));
    assertThat(design(slow).slowed(new Replica("order", 1), REPLICATED)).isEmpty();
    assertThat(design(slow).slowed(new Replica("auth", COPIES), REPLICATED)).isEmpty();
    assertThat(design(plain("haproxy")).slowed(new Replica("order", COPIES), REPLICATED)).isEmpty();
  }

  @Test
  void balancerWithoutAdminAddressIsAnError() {
    assertThatThrownBy(() -> design(plain("nginx")).dataPlane(placed()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no pod for service 'logging-balancer'");
  }

  private static Variant plain(String key) {
    return Variant.plain(key).with("replicas", Integer.toString(COPIES));
  }

  private static ClusterDesign design(Variant variant) {
    return Products.named(variant.mesh()).design(variant).kubernetes();
  }

  private static DataPlane plane(Variant variant) {
    Map<String, String> hosts = new TreeMap<>(placed().hosts());
    Map<String, Address> admin = new TreeMap<>();
    for (String service : SampleServices.ALL.services()) {
      hosts.put(service + "-balancer", "10.2.0.1");
      admin.put(service + "-balancer", Address.loopback(40_001 + admin.size()));
    }
    return design(variant).dataPlane(new Placement(topology(), "ns", hosts, admin));
  }

  /** The replicas have addresses, and the balancers do not exist yet. */
  private static Placement placed() {
    Map<String, String> hosts = new TreeMap<>();
    List<String> order = List.of("order", "payment", "auth", "logging", "gateway");
    for (Replica replica : topology().replicas()) {
      hosts.put(
          replica.name(),
          "10.1.%d.%d".formatted(order.indexOf(replica.service()), replica.number()));
    }
    return new Placement(topology(), "ns", hosts, Map.of());
  }

  private static Topology topology() {
    return SampleServices.ALL.times(COPIES);
  }
}
