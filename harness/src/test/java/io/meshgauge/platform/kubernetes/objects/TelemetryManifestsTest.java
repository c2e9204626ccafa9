package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.SampleVariants;
import io.meshgauge.topology.SampleServices;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the telemetry objects and collectors of Istio's meshes. */
class TelemetryManifestsTest extends VariantManifests {
  private static final String TRACING = "istio-mtls telemetry=tracing-1%";

  @Test
  void spansGoToTheServiceThatStandsForZipkinsPod() {
    List<ObjectNode> zipkin =
        manifests.collector(SampleVariants.design(TRACING).kubernetes().collectors().get(0));
    JsonNode filter =
        named(objects(SampleServices.ALL, SampleVariants.of(TRACING)), "EnvoyFilter", "tracing");
    JsonNode target =
        filter.at(
            "/spec/configPatches/0/patch/value/load_assignment/endpoints/0/lb_endpoints/0/endpoint/address/socket_address");
    JsonNode tracing = filter.at("/spec/configPatches/1/patch/value/typed_config/tracing");

    assertThat(tracing.at("/random_sampling/value").asInt()).isEqualTo(1);
    assertThat(tracing.at("/provider/typed_config/collector_cluster"))
        .isEqualTo(filter.at("/spec/configPatches/0/patch/value/name"));
    JsonNode service = named(zipkin, "Service", target.path("address").asText());
    assertThat(service.at("/spec/ports/0/port")).isEqualTo(target.path("port_value"));
    JsonNode pod = named(zipkin, "Deployment", "zipkin").at("/spec/template");
    assertThat(pod.at("/metadata/labels/sidecar.istio.io~1inject").asText()).isEqualTo("false");
    assertThat(pod.at("/metadata/labels/meshgauge.io~1trial").asText()).isEqualTo("telemetry");
    assertThat(pod.at("/spec/containers/0/image").asText()).isEqualTo("images/zipkin:7");
  }

  private static ObjectNode named(List<ObjectNode> objects, String kind, String name) {
    return objects.stream()
        .filter(it -> Manifest.title(it).equals(kind + " " + name))
        .findFirst()
        .orElseThrow();
  }
}
