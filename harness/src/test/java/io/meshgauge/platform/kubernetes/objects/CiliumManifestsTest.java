package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshgauge.product.SampleVariants;
import io.meshgauge.topology.SampleServices;
import org.junit.jupiter.api.Test;

/** Tests the policy objects in the manifests of Cilium. */
class CiliumManifestsTest extends VariantManifests {
  @Test
  void pathsAreExpressionsThatMatchThemAndNothingElse() {
    JsonNode auth =
        named(
                ofKind(
                    objects(
                        SampleServices.ALL,
                        SampleVariants.of("cilium policy=abac policy-file=k8s/policy/tokens.yaml")),
                    "CiliumNetworkPolicy"),
                "auth")
            .at("/spec/ingress/0/toPorts/0/rules/http/0");

    assertThat(auth.path("method").asText()).isEqualTo("GET|POST");
    String path = auth.path("path").asText();
    assertThat("/meshgauge.Probe/Ask").matches(path);
    assertThat("/meshgauge-probe").matches(path);
    assertThat("/meshgauge-probe?x=1").matches(path);
    assertThat("/grpc.health.v1.Health/Check").matches(path);
    assertThat("/meshgaugeXProbe/Ask").doesNotMatch(path);
    assertThat("/meshgauge-probe/more").doesNotMatch(path);
  }
}
