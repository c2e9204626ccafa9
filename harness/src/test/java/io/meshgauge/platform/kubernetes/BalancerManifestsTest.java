package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.ClusterDesign.Front;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the manifests of load balancers and replicas. */
class BalancerManifestsTest extends VariantManifests {
  private static final List<String> SERVICES = SampleServices.ALL.services();

  @ParameterizedTest
  @MethodSource("io.meshgauge.product.Balancers#keys")
  void serviceNameResolvesOnlyToItsBalancer(String mesh) {
    List<ObjectNode> objects = objects(Variant.plain(mesh));

    for (String service : SERVICES) {
      ObjectNode name = named(ofKind(objects, "Service"), service);
      assertThat(name.at("/spec/selector"))
          .hasToString("{\"app\":\"%s-balancer\"}".formatted(service));
      assertThat(name.at("/spec/ports")).hasSize(1);
      assertThat(name.at("/spec/ports/0/targetPort").asInt()).isEqualTo(15_006);
      ObjectNode balancer = named(ofKind(objects, "Deployment"), service + "-balancer");
      assertThat(balancer.at("/spec/template/metadata/labels/app").asText())
          .isEqualTo(service + "-balancer");
      assertThat(balancer.at("/spec/template/metadata/labels").toString())
          .contains("\"meshgauge.io/trial\":\"balancers\"");
    }
  }

  @Test
  void callersMayReachTheBalancerAndTheBalancerTheReplicas() {
    List<ObjectNode> policies = ofKind(objects(Variant.plain("nginx")), "NetworkPolicy");

    for (String service : SERVICES) {
      ObjectNode callers = named(policies, service);
      assertThat(callers.at("/spec/podSelector/matchLabels/app").asText())
          .isEqualTo(service + "-balancer");
      assertThat(callers.at("/spec/ingress/0/from").toString()).doesNotContain("balancer");
      ObjectNode replicas = named(policies, service + "-replicas");
      assertThat(replicas.at("/spec/podSelector/matchLabels/app").asText()).isEqualTo(service);
      assertThat(replicas.at("/spec/ingress"))
          .hasToString(
              "[{\"from\":[{\"podSelector\":{\"matchLabels\":{\"app\":\"%s-balancer\"}}}]}]"
                  .formatted(service));
    }
  }

  @Test
  void everyReplicaIsADeploymentThatSelectsItsOwnPodAlone() {
    List<ObjectNode> deployments =
        ofKind(objects(Variant.plain("haproxy").with("replicas", "3")), "Deployment").stream()
            .filter(it -> !Manifest.isFront(it))
            .toList();

    assertThat(deployments).hasSize(15);
    assertThat(deployments)
        .extracting(it -> it.at("/spec/selector/matchLabels").toString())
        .doesNotHaveDuplicates();
    ObjectNode third = named(deployments, "order-3");
    assertThat(third.at("/spec/selector/matchLabels"))
        .hasToString("{\"app\":\"order\",\"meshgauge.io/replica\":\"3\"}");
    for (ObjectNode deployment : deployments) {
      deployment
          .at("/spec/selector/matchLabels")
          .properties()
          .forEach(
              label ->
                  assertThat(
                          deployment
                              .at("/spec/template/metadata/labels")
                              .path(label.getKey())
                              .asText())
                      .isEqualTo(label.getValue().asText()));
      assertThat(deployment.at("/spec/template/metadata/labels").toString())
          .contains("\"meshgauge.io/trial\":\"services\"");
      assertThat(deployment.at("/spec/template/spec/containers/0/image").asText())
          .startsWith("images/");
    }
    assertThat(ofKind(objects(Variant.plain("baseline")), "Deployment")).hasSize(5);
  }

  @Test
  void noReplicaMayBeEvicted() {
    List<ObjectNode> budgets =
        ofKind(objects(Variant.plain("traefik")), "PodDisruptionBudget").stream()
            .filter(it -> !Manifest.isFront(it))
            .toList();

    assertThat(budgets)
        .hasSize(5)
        .allSatisfy(
            it -> {
              assertThat(it.at("/spec/maxUnavailable").asInt(-1)).isZero();
              assertThat(it.at("/spec/minAvailable").isMissingNode()).isTrue();
            });
  }

  @ParameterizedTest
  @MethodSource("io.meshgauge.product.Balancers#keys")
  void balancerConfigurationIsWrittenToItsConfigMap(String mesh) {
    Variant variant = Variant.plain(mesh);
    List<ObjectNode> fronts = objects(variant).stream().filter(Manifest::isFront).toList();
    Map<String, String> hosts = new TreeMap<>();
    Topology replicated = Products.named(mesh).design(variant).topology(SampleServices.ALL);
    replicated.replicas().forEach(it -> hosts.put(it.name(), "10.0.0." + (hosts.size() + 1)));
    Front front = Products.named(mesh).design(variant).kubernetes().front().orElseThrow();

    Map<String, String> texts =
        Products.named(mesh)
            .design(variant)
            .kubernetes()
            .configurations(new Placement(replicated, "ns", hosts, Map.of()));
    Manifests.configure(fronts, front.file(), texts);

    for (ObjectNode balancer : ofKind(fronts, "Deployment")) {
      ObjectNode map = named(ofKind(fronts, "ConfigMap"), Manifest.name(balancer));
      assertThat(map.at("/data/" + front.file()).asText())
          .isEqualTo(texts.get(Manifest.name(balancer)));
      assertThat(balancer.at("/spec/template/spec/volumes/0/configMap/name").asText())
          .isEqualTo(Manifest.name(map));
      ObjectNode container = Manifest.containers(balancer).findFirst().orElseThrow();
      assertThat(container.path("name").asText()).isEqualTo(front.container());
      assertThat(container.path("args").toString()).contains("/etc/meshgauge/" + front.file());
    }
  }

  @Test
  void traefiksCommandLineIsTheOneOfLocal() {
    Variant variant = Variant.plain("traefik");
    Topology replicated = Products.named("traefik").design(variant).topology(SampleServices.ALL);
    Map<String, String> hosts = new TreeMap<>();
    Map<String, Address> admin = new TreeMap<>();
    replicated.replicas().forEach(it -> hosts.put(it.name(), "10.0.0.1"));
    SERVICES.forEach(
        service -> {
          hosts.put(service + "-balancer", "10.0.0.2");
          admin.put(service + "-balancer", Address.loopback(40_000));
        });
    ProxyProcess process =
        Products.named("traefik")
            .design(variant)
            .kubernetes()
            .dataPlane(new Placement(replicated, "ns", hosts, admin))
            .proxies()
            .get(0);

    ObjectNode container =
        Manifest.containers(named(ofKind(objects(variant), "Deployment"), process.name()))
            .findFirst()
            .orElseThrow();

    assertThat(StreamSupport.stream(container.path("args").spliterator(), false))
        .extracting(it -> it.asText())
        .containsAll(process.arguments());
  }

  @Test
  void aConfigurationThatNoMapIsThereForIsAnError() {
    List<ObjectNode> fronts =
        objects(Variant.plain("haproxy")).stream().filter(Manifest::isFront).toList();

    assertThatThrownBy(
            () -> Manifests.configure(fronts, "haproxy.cfg", Map.of("order-balancer", "x")))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("[order-balancer]")
        .hasMessageContaining("gateway-balancer");
  }

  private List<ObjectNode> objects(Variant variant) {
    return objects(
        Products.named(variant.mesh()).design(variant).topology(SampleServices.ALL), variant);
  }
}
