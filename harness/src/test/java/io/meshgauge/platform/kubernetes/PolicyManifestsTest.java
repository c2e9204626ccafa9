package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests the policy objects in the manifests of Istio's meshes. */
class PolicyManifestsTest extends VariantManifests {
  @Test
  void policyReplacesTheOneForCallersOnly() {
    List<ObjectNode> plain = policies("istio-mtls", "none");
    List<ObjectNode> rbac = policies("istio-mtls", "rbac");

    assertThat(rbac)
        .extracting(Manifest::name)
        .containsExactlyInAnyOrderElementsOf(plain.stream().map(Manifest::name).toList());
    ObjectNode gateway = named(rbac, "gateway");
    assertThat(gateway.at("/spec/action").asText()).isEqualTo("ALLOW");
    assertThat(gateway.at("/spec/selector/matchLabels/app").asText()).isEqualTo("gateway");
    assertThat(gateway.at("/spec/rules")).hasSize(3);
    assertThat(gateway.at("/spec/rules/2"))
        .hasToString(
            "{\"from\":[{\"source\":{\"principals\":[\"*/sa/load\"]}}],"
                + "\"to\":[{\"operation\":{\"methods\":[\"POST\"],\"paths\":[\"/api/orders\"]}}],"
                + "\"when\":[{\"key\":\"request.auth.claims[roles]\",\"values\":[\"customer\"]}]}");
  }

  @Test
  void attributesBecomeConditionsExceptWholeDays() {
    ObjectNode gateway = named(policies("istio-mtls", "abac"), "gateway");

    assertThat(gateway.at("/spec/rules/2/when"))
        .extracting(it -> it.path("key").asText())
        .containsExactly(
            "request.auth.claims[region]",
            "request.auth.claims[risk]",
            "request.auth.claims[roles]",
            "request.auth.claims[tenant]",
            "request.headers[content-type]");
    assertThat(gateway.at("/spec/rules/2/from/0/source/ipBlocks"))
        .extracting(it -> it.asText())
        .contains("10.0.0.0/8");
  }

  @Test
  void withoutMutualTlsRulesSayNothingOfCallers() {
    List<ObjectNode> policies = policies("istio-plaintext", "rbac");

    assertThat(policies).hasSize(5);
    assertThat(policies.toString()).doesNotContain("principals");
  }

  @Test
  void aStreamHasNoPolicyButThatOfItsOverlay() {

    assertThat(objects(Topology.STREAM, variant("istio-mtls", "rbac")))
        .filteredOn(it -> Manifest.kind(it).equals("AuthorizationPolicy"))
        .extracting(Manifest::name)
        .containsExactly("iperf");
  }

  @Test
  void theCountersAreThoseOfIstiosInboundListeners() {
    Map<String, String> hosts = new TreeMap<>();
    Map<String, Address> admin = new TreeMap<>();
    SampleServices.ALL
        .services()
        .forEach(
            service -> {
              hosts.put(service, "10.0.0.1");
              admin.put(service, Address.loopback(40_000 + hosts.size()));
            });
    DataPlane plane =
        Products.named("istio-mtls")
            .design(variant("istio-mtls", "rbac"))
            .kubernetes()
            .dataPlane(new Placement(SampleServices.ALL, "ns", hosts, admin));

    assertThat(plane.guards())
        .flatExtracting(it -> it.denied().names())
        .containsExactlyInAnyOrder(
            "http.inbound_0.0.0.0_8080;.rbac.denied",
            "http.inbound_0.0.0.0_8080;.rbac.denied",
            "http.inbound_0.0.0.0_8080;.rbac.denied",
            "http.inbound_0.0.0.0_9090;.rbac.denied",
            "http.inbound_0.0.0.0_9090;.rbac.denied");
  }

  private List<ObjectNode> policies(String mesh, String policy) {
    return ofKind(objects(SampleServices.ALL, variant(mesh, policy)), "AuthorizationPolicy");
  }

  private static Variant variant(String mesh, String policy) {
    return new Variant("arm", mesh, policy, "default", new TreeMap<>());
  }
}
