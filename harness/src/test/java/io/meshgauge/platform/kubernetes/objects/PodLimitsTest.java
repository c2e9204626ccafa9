package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.topology.SampleServices;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodLimitsTest extends VariantManifests {
  @Test
  void linkerdIsToldTheLimitsOfItsProxies() {
    ObjectNode order =
        deployment(
            Variant.plain("linkerd").with("proxy-cpu-limit", "20m").with("cpu-limit", "0.5"),
            "order");

    JsonNode annotations = order.at("/spec/template/metadata/annotations");
    assertThat(text(annotations, "proxy-cpu-limit")).isEqualTo("20m");
    assertThat(text(annotations, "proxy-cpu-request")).isEqualTo("20m");
    assertThat(text(annotations, "proxy-memory-limit")).isEqualTo("256Mi");
    assertThat(limit(order, "cpu")).isEqualTo("500m");
    assertThat(limit(order, "memory")).isEqualTo("384Mi");
  }

  @Test
  void oneContainerIsLeftWithoutItsLimitOnPurpose() {
    Variant trap =
        Variant.plain("baseline")
            .with("cpu-limit", "250m")
            .with("arm-fault", "limit-not-applied:order");

    assertThat(limit(deployment(trap, "order"), "cpu")).isEmpty();
    assertThat(limit(deployment(trap, "gateway"), "cpu")).isEqualTo("250m");
  }

  @Test
  void aContainerThatIsNotThereIsNamed() {
    ObjectNode order = deployment(Variant.plain("baseline"), "order");
    Limits limits = Limits.of(Map.of("proxy-cpu-limit", "100m"));

    assertThatThrownBy(() -> new PodLimits(limits, Optional.of("envoy")).put(order, "order"))
        .hasMessageContaining("Deployment order has no container 'envoy'")
        .hasMessageContaining("it has [order]");
  }

  private ObjectNode deployment(Variant variant, String name) {
    List<ObjectNode> all = ofKind(objects(SampleServices.ALL, variant), "Deployment");
    return named(all, name);
  }

  private static String text(JsonNode annotations, String key) {
    return annotations.path("config.linkerd.io/" + key).asText();
  }

  private static String limit(ObjectNode deployment, String resource) {
    return Manifest.containers(deployment)
        .filter(it -> it.path("name").asText().equals(Manifest.name(deployment)))
        .map(it -> it.path("resources").path("limits").path(resource).asText(""))
        .findFirst()
        .orElseThrow();
  }
}
