package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests the policy objects in the manifests of Cilium. */
class CiliumManifestsTest extends VariantManifests {
  private static final Path TOKENS =
      Path.of(System.getProperty("meshgauge.home", "..")).resolve("k8s/policy/tokens.yaml");

  @Test
  void pathsAreExpressionsThatMatchThemAndNothingElse() {
    JsonNode auth =
        named(
                ofKind(
                    objects(SampleServices.ALL, variant("cilium", TOKENS)), "CiliumNetworkPolicy"),
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

  @Test
  void unsupportedRulesAreRefusedWithAReason() throws IOException {
    Path file =
        policy(
            "gateway:",
            "  - {name: a, methods: [GET], roles: [customer]}",
            "  - {name: b, methods: [GET], hours: {from: '08:00', until: '18:00'}}",
            "  - {name: c, methods: [GET], sources: [10.0.0.0/8]}",
            "  - {name: d, headers: {accept: ['application/*']}}");

    assertThat(problems(file))
        .hasSize(4)
        .anyMatch(it -> it.contains("without roles and claims") && it.contains("rule a of gateway"))
        .anyMatch(it -> it.contains("without hours") && it.contains("rule b"))
        .anyMatch(it -> it.contains("without sources") && it.contains("rule c"))
        .anyMatch(it -> it.contains("without prefixes of header values") && it.contains("rule d"));
    assertThat(problems(TOKENS)).isEmpty();
    assertThat(
            Products.named("cilium")
                .problems(
                    new Variant("arm", "cilium", "abac", "default", new TreeMap<>()),
                    PlatformKind.KUBERNETES))
        .as("the policy that is shipped asks for roles")
        .isNotEmpty()
        .allMatch(it -> it.startsWith("policy abac on mesh cilium: expected rules without "));
  }

  @Test
  void aPolicyNeedsTheProxiesOfTheNodes() {
    assertThat(
            Products.named("cilium-ipsec")
                .requirements(variant("cilium-ipsec", TOKENS), PlatformKind.KUBERNETES)
                .controlPlane()
                .orElseThrow()
                .conditions())
        .extracting(it -> it.pointer())
        .containsExactly("/data/enable-ipsec", "/data/enable-l7-proxy");
  }

  private List<String> problems(Path file) {
    return Products.named("cilium").problems(variant("cilium", file), PlatformKind.KUBERNETES);
  }

  private Path policy(String... services) throws IOException {
    return Files.writeString(
        folder.resolve("policy.yaml"),
        "kind: abac\nservices:\n  " + String.join("\n  ", services) + "\n");
  }

  private static Variant variant(String mesh, Path file) {
    return new Variant("arm", mesh, "abac", "default", new TreeMap<>())
        .with("policy-file", file.toString());
  }
}
