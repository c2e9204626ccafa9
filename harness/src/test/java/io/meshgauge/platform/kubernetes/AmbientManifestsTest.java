package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.SampleServices;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the manifests of Istio's ambient mode, with and without a waypoint. */
class AmbientManifestsTest extends VariantManifests {
  private static final Variant PLAIN = Variant.plain("istio-ambient");
  private static final Variant LAYERED = PLAIN.with("waypoint", "on");
  private static final List<String> SERVICES = SampleServices.ALL.services();

  @Test
  void theNamespaceEnrolsAndNoPodHasASidecar() {
    assertThat(design(PLAIN).namespaceLabels()).containsEntry("istio.io/dataplane-mode", "ambient");
    assertThat(objects(PLAIN).toString()).doesNotContain("sidecar.istio.io/inject");
  }

  @Test
  void ztunnelRefusesPlaintextAndChecksIdentities() {
    List<ObjectNode> objects = objects(PLAIN);

    assertThat(ofKind(objects, "PeerAuthentication"))
        .singleElement()
        .satisfies(it -> assertThat(it.at("/spec/mtls/mode").asText()).isEqualTo("STRICT"));
    assertThat(ofKind(objects, "AuthorizationPolicy"))
        .as("nothing that ztunnel cannot see")
        .hasSize(SERVICES.size())
        .allSatisfy(it -> assertThat(it.at("/spec/rules").toString()).doesNotContain("operation"))
        .allSatisfy(it -> assertThat(it.at("/spec/selector")).isNotEmpty());
    assertThat(ofKind(objects, "DestinationRule")).isEmpty();
    assertThat(ofKind(objects, "RequestAuthentication")).isEmpty();
  }

  @Test
  void networkPoliciesAdmitProbesAndTheUnmeshedPod() {
    for (Variant variant : List.of(PLAIN, LAYERED)) {
      List<ObjectNode> policies = ofKind(objects(variant), "NetworkPolicy");

      assertThat(named(policies, "probes").at("/spec/ingress/0/from/0/ipBlock/cidr").asText())
          .isEqualTo("169.254.7.127/32");
      assertThat(named(policies, "outsider").toString()).contains("{\"app\":\"outsider\"}");
    }
    assertThat(Manifest.name(manifests.outsider("n1"))).isEqualTo(UnmeshedPod.NAME);
    assertThat(manifests.outsider("n1").at("/spec/nodeName").asText()).isEqualTo("n1");
    assertThat(manifests.outsider("n1").at("/spec").has("hostNetwork")).isFalse();
    assertThat(manifests.outsider("n1").at("/metadata/labels").toString())
        .contains("\"istio.io/dataplane-mode\":\"none\"");
  }

  @Test
  void aWaypointIsAGatewayThatEveryServiceIsLedTo() {
    List<ObjectNode> objects = objects(LAYERED);

    ObjectNode gateway = named(ofKind(objects, "Gateway"), "waypoint");
    assertThat(gateway.at("/spec/gatewayClassName").asText()).isEqualTo("istio-waypoint");
    assertThat(gateway.at("/spec/listeners/0/port").asInt()).isEqualTo(15008);
    assertThat(gateway.at("/spec/listeners/0/protocol").asText()).isEqualTo("HBONE");
    assertThat(ofKind(objects, "Service"))
        .hasSize(SERVICES.size())
        .allSatisfy(
            it ->
                assertThat(it.at("/metadata/labels/istio.io~1use-waypoint").asText())
                    .isEqualTo("waypoint"));
    assertThat(ofKind(objects(PLAIN), "Gateway")).isEmpty();
  }

  @Test
  void waypointIdentifiesCallersAndOnlyItReachesThePods() {
    List<ObjectNode> policies = ofKind(objects(LAYERED), "AuthorizationPolicy");

    for (String service : SERVICES) {
      ObjectNode before = named(policies, service);
      assertThat(before.at("/spec/targetRefs/0/name").asText()).isEqualTo(service);
      assertThat(before.at("/spec").has("selector")).isFalse();
      ObjectNode behind = named(policies, service + "-pods");
      assertThat(behind.at("/spec/selector/matchLabels/app").asText()).isEqualTo(service);
      assertThat(behind.at("/spec/rules").toString())
          .isEqualTo("[{\"from\":[{\"source\":{\"principals\":[\"*/sa/waypoint\"]}}]}]");
    }
  }

  @Test
  void policyReplacesCallerRulesAtTheWaypoint() {
    Variant policed = new Variant("p", "istio-ambient", "rbac", "default", LAYERED.settings());
    List<ObjectNode> policies = ofKind(objects(policed), "AuthorizationPolicy");

    assertThat(policies).hasSize(2 * SERVICES.size());
    assertThat(named(policies, "gateway").at("/spec/rules")).hasSize(3);
    assertThat(named(policies, "gateway").at("/spec/targetRefs/0/name").asText())
        .isEqualTo("gateway");
    ObjectNode authentication = named(ofKind(objects(policed), "RequestAuthentication"), "gateway");
    assertThat(authentication.at("/spec/targetRefs/0/kind").asText()).isEqualTo("Service");
    assertThat(authentication.at("/spec/jwtRules/0/jwks").asText()).isEqualTo("{\"keys\":[]}");
  }

  @Test
  void excludedServiceIsMarkedOnItsPodsOnly() {
    List<ObjectNode> deployments =
        ofKind(objects(PLAIN.with("fault", "not-captured:auth")), "Deployment");

    for (ObjectNode deployment : deployments) {
      boolean left = Manifest.name(deployment).equals("auth");
      assertThat(
              deployment.at("/spec/template/metadata/labels/istio.io~1dataplane-mode").asText(""))
          .isEqualTo(left ? "none" : "");
    }
  }

  private static ClusterDesign design(Variant variant) {
    return Products.named(variant.mesh()).design(variant).kubernetes();
  }

  private List<ObjectNode> objects(Variant variant) {
    Order order =
        new Order(
            SampleServices.ALL,
            Products.named(variant.mesh()).design(variant),
            Map.of(),
            folder,
            folder.resolve("work"),
            folder.resolve("logs"));
    return manifests.services(design(variant).overlay(), order);
  }
}
