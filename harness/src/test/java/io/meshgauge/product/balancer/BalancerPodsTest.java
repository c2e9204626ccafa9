package io.meshgauge.product.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.product.SamplePlacement;
import io.meshgauge.product.SampleVariants;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Configurations of load balancers on a cluster. */
class BalancerPodsTest {
  private static final int COPIES = 3;
  private static final Topology REPLICATED = SampleServices.ALL.times(COPIES);

  @ParameterizedTest
  @CsvSource({
    "haproxy,bind 0.0.0.0:15006,server order-2 10.2.0.4:8080,bind 127.0.0.1:15000",
    "nginx,listen 0.0.0.0:15006,server 10.2.0.4:8080,listen 127.0.0.1:15000",
    "envoy-front,'address: 0.0.0.0, port_value: 15006','address: 10.2.0.4, port_value: 8080',"
        + "'address: 127.0.0.1, port_value: 15000'",
    "traefik,service: order,http://10.2.0.4:8080,service: order",
    "caddy,http://:15006,10.2.0.4:8080,127.0.0.1:15000"
  })
  void localTemplateIsFilledWithPodAddresses(
      String key, String listen, String server, String admin) {
    ClusterDesign design = SampleVariants.design(key + " replicas=3").kubernetes();
    Map<String, String> texts = design.configurations(SamplePlacement.of(design, REPLICATED));

    assertThat(texts.keySet())
        .containsExactlyInAnyOrderElementsOf(
            SampleServices.ALL.services().stream().map(it -> it + "-balancer").toList());
    assertThat(texts.get("order-balancer")).contains(listen, server, admin).doesNotContain("{{");
    assertThat(texts.get("payment-balancer")).contains("10.3.0.2", "9090").doesNotContain("8080");
  }

  @Test
  void lastReplicaOfServicesWithThinkTimeIsSlow() {
    ClusterDesign slow = SampleVariants.design("haproxy replicas=3 slow-replica=50ms").kubernetes();
    ClusterDesign plain = SampleVariants.design("haproxy replicas=3").kubernetes();

    assertThat(slow.slowed(new Replica("order", COPIES), REPLICATED))
        .contains(Duration.ofMillis(50));
    assertThat(slow.slowed(new Replica("order", 1), REPLICATED)).isEmpty();
    assertThat(slow.slowed(new Replica("auth", COPIES), REPLICATED)).isEmpty();
    assertThat(plain.slowed(new Replica("order", COPIES), REPLICATED)).isEmpty();
  }

  @Test
  void aBalancerWithoutAPodIsAnError() {
    ClusterDesign design = SampleVariants.design("nginx replicas=3").kubernetes();
    Map<String, String> hosts = new TreeMap<>(SamplePlacement.of(design, REPLICATED).hosts());
    hosts.keySet().removeIf(it -> it.endsWith("-balancer"));

    assertThatThrownBy(() -> design.dataPlane(new Placement(REPLICATED, "ns", hosts, Map.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no pod for service 'logging-balancer'");
  }
}
