package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.CounterNames;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifests under the plan whose load calls services past the gateway. */
class DirectCallsTest {
  private static final Path K8S =
      Path.of(System.getProperty("meshgauge.home", "..")).resolve("k8s");

  @TempDir Path folder;

  @BeforeEach
  void keys() throws IOException {
    Files.writeString(folder.resolve("jwks.json"), "{}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"baseline", "istio-plaintext", "istio-mtls"})
  void servicesReplacedByTheLoadAreRemoved(String mesh) {
    List<ObjectNode> objects = objects(mesh);

    assertThat(objects)
        .filteredOn(it -> Manifest.kind(it).equals("Deployment"))
        .extracting(Manifest::name)
        .containsExactlyInAnyOrder("logging", "payment", "auth");
    assertThat(objects)
        .extracting(it -> it.at("/metadata/labels/app").asText())
        .doesNotContain("gateway", "order")
        .contains("load");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NetworkPolicy", "AuthorizationPolicy"})
  void onlyTheLoadMayCallTheTwoServices(String kind) {
    List<ObjectNode> objects = objects("istio-mtls");

    assertThat(callers(objects, kind, "auth")).containsExactly("load");
    assertThat(callers(objects, kind, "payment")).containsExactly("load");
    assertThat(callers(objects, kind, "logging")).containsExactly("payment");
  }

  @Test
  void loadCallsTheAddressesOfTheReplacedCallers() {
    Map<String, String> settings =
        Map.of("MESHGAUGE_PEER_AUTH", "auth:9090", "MESHGAUGE_PEER_PAYMENT", "127.0.0.1:15003");
    Entries entries =
        new Entries(
            SampleServices.CALLS, "ns", false, "", key -> Optional.ofNullable(settings.get(key)));

    assertThat(entries.all())
        .containsExactly(
            Map.entry("auth", new Address("auth", 9090)),
            Map.entry("payment", new Address("127.0.0.1", 15003)));
    assertThat(new Entries(SampleServices.ALL, "ns", false, "", key -> Optional.empty()).all())
        .containsExactly(Map.entry("gateway", new Address("gateway", 8080)));
    assertThatThrownBy(
            () -> new Entries(SampleServices.CALLS, "ns", false, "", key -> Optional.empty()).all())
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("MESHGAUGE_PEER_AUTH");
    assertThatThrownBy(
            () ->
                new Entries(
                        SampleServices.CALLS, "ns", false, "", key -> Optional.of("http://auth:80"))
                    .all())
        .hasMessageContaining("expected host:port");
  }

  @Test
  void istioCountsCallsThatLeaveByOneListenerByWhereTheyGo() {
    DataPlane plane =
        Products.named("istio-mtls")
            .design(Variant.plain("istio-mtls"))
            .kubernetes()
            .dataPlane(
                new Placement(
                    SampleServices.CALLS,
                    "ns",
                    Map.of("auth", "10.0.0.1", "payment", "10.0.0.2", "logging", "10.0.0.3"),
                    Map.of("load", Address.loopback(1))));

    assertThat(plane.listeners())
        .extracting(it -> CounterNames.requests(it.counters()))
        .contains(
            "cluster.outbound|9090||auth.ns.svc.cluster.local;.upstream_rq_total",
            "cluster.outbound|9090||payment.ns.svc.cluster.local;.upstream_rq_total",
            "http.outbound_0.0.0.0_8080;.downstream_rq_total",
            "http.inbound_0.0.0.0_9090;.downstream_rq_total")
        .doesNotContain("http.outbound_0.0.0.0_9090;.downstream_rq_total");
  }

  private List<ObjectNode> objects(String mesh) {
    Images images =
        new Images(new ClusterTarget("lab", null, 1, "registry.test/team/", "7", false));
    return new Manifests(K8S, images)
        .services(
            mesh,
            new Order(
                SampleServices.CALLS,
                Products.named(mesh).design(Variant.plain(mesh)),
                Map.of(),
                folder,
                folder.resolve("work"),
                folder.resolve("logs")));
  }

  private static Stream<String> callers(List<ObjectNode> objects, String kind, String name) {
    JsonNode spec =
        objects.stream()
            .filter(it -> Manifest.kind(it).equals(kind) && Manifest.name(it).equals(name))
            .findFirst()
            .orElseThrow()
            .path("spec");
    return Stream.concat(
        spec.findValuesAsText("app").stream().filter(it -> !it.equals(name)),
        spec.at("/rules/0/from/0/source/principals")
            .valueStream()
            .map(it -> it.asText().replace("*/sa/", "")));
  }
}
