package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.SamplePlacement;
import io.meshgauge.product.SampleVariants;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.ClusterDesign.Front;
import io.meshgauge.topology.plane.ProxyProcess;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the manifests of load balancers and replicas. */
class BalancerManifestsTest extends VariantManifests {
  @ParameterizedTest
  @MethodSource("io.meshgauge.product.Balancers#keys")
  void balancerConfigurationIsWrittenToItsConfigMap(String mesh) {
    ClusterDesign design = SampleVariants.design(mesh).kubernetes();
    Front front = design.front().orElseThrow();
    List<ObjectNode> fronts = objects(mesh).stream().filter(Manifest::isFront).toList();

    Map<String, String> texts = design.configurations(placement(design, mesh));
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
    ClusterDesign design = SampleVariants.design("traefik").kubernetes();
    ProxyProcess process = design.dataPlane(placement(design, "traefik")).proxies().get(0);

    ObjectNode container =
        Manifest.containers(named(ofKind(objects("traefik"), "Deployment"), process.name()))
            .findFirst()
            .orElseThrow();

    assertThat(StreamSupport.stream(container.path("args").spliterator(), false))
        .extracting(it -> it.asText())
        .containsAll(process.arguments());
  }

  @Test
  void aConfigurationThatNoMapIsThereForIsAnError() {
    List<ObjectNode> fronts = objects("haproxy").stream().filter(Manifest::isFront).toList();

    assertThatThrownBy(
            () -> Manifests.configure(fronts, "haproxy.cfg", Map.of("order-balancer", "x")))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("[order-balancer]")
        .hasMessageContaining("gateway-balancer");
  }

  private List<ObjectNode> objects(String words) {
    return objects(SampleVariants.topology(words), SampleVariants.of(words));
  }

  private static Placement placement(ClusterDesign design, String words) {
    return SamplePlacement.of(design, SampleVariants.topology(words));
  }
}
