package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Backends;
import io.meshgauge.topology.Backends.Form;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.ClusterDesign.Collector;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests the telemetry objects and collectors of Istio's meshes. */
class TelemetryManifestsTest extends VariantManifests {
  private static final Topology SERVICES = SampleServices.ALL;

  @Test
  void spansGoToTheServiceThatStandsForZipkinsPod() {
    List<ObjectNode> zipkin = manifests.collector(design("tracing-1%").collectors().get(0));
    JsonNode filter = named(objects("tracing-1%"), "EnvoyFilter", "tracing");
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

  @Test
  void allOfItIsAskedForAtOnce() {
    assertThat(design("default").collectors()).isEmpty();
    assertThat(design("access-log-async").collectors()).isEmpty();
    assertThat(design("full").collectors())
        .extracting(Collector::name)
        .containsExactly("zipkin", "prometheus");
    assertThat(objects("full"))
        .extracting(Manifest::title)
        .contains("EnvoyFilter tracing", "Telemetry meshgauge")
        .doesNotHaveDuplicates();
  }

  @Test
  void theDataPlaneKnowsWhoTakesItAndHowItIsNamedThere() {
    Backends backends = backends("full");

    assertThat(backends.tracing().orElseThrow().collector()).isEqualTo(Address.loopback(9));
    assertThat(backends.tracing().orElseThrow().named("order")).isEqualTo("order.lab");
    assertThat(backends.scraping().orElseThrow().server()).isEqualTo(Address.loopback(8));
    assertThat(backends.accessLogs().orElseThrow().form()).isEqualTo(Form.ISTIO);
    assertThat(backends.accessLogs().orElseThrow().files())
        .hasSize(SERVICES.services().size() + 1)
        .containsEntry("load-proxy", folder.resolve("load-proxy.log"));
    assertThat(backends("default").any()).isFalse();
  }

  private Backends backends(String telemetry) {
    Map<String, String> hosts = new HashMap<>();
    Map<String, Address> admin = new TreeMap<>();
    SERVICES.services().forEach(service -> hosts.put(service, "10.0.0.1"));
    SERVICES.services().forEach(service -> admin.put(service, Address.loopback(40_000)));
    return design(telemetry)
        .dataPlane(
            new Placement(
                SERVICES,
                "lab",
                hosts,
                admin,
                Map.of("zipkin", Address.loopback(9), "prometheus", Address.loopback(8)),
                folder))
        .backends();
  }

  private List<ObjectNode> objects(String telemetry) {
    return objects(SERVICES, variant(telemetry));
  }

  private static ClusterDesign design(String telemetry) {
    return Products.named("istio-mtls").design(variant(telemetry)).kubernetes();
  }

  private static Variant variant(String telemetry) {
    return new Variant("arm", "istio-mtls", "none", telemetry, new TreeMap<>());
  }

  private static ObjectNode named(List<ObjectNode> objects, String kind, String name) {
    return objects.stream()
        .filter(it -> Manifest.title(it).equals(kind + " " + name))
        .findFirst()
        .orElseThrow();
  }
}
