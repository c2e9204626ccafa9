package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests the policy objects in the manifests of Cilium. */
class CiliumManifestsTest extends VariantManifests {
  private static final Path TOKENS =
      Path.of(System.getProperty("meshgauge.home", "..")).resolve("k8s/policy/tokens.yaml");

  @Test
  void servicePolicyReplacesTheOneForAllCallers() {
    List<ObjectNode> objects = services(TOKENS);

    assertThat(ofKind(objects, "CiliumNetworkPolicy"))
        .extracting(Manifest::name)
        .containsExactlyInAnyOrderElementsOf(SampleServices.ALL.services());
    assertThat(ofKind(objects, "NetworkPolicy"))
        .as("what allows addresses only would allow every request")
        .hasSize(6)
        .allMatch(it -> it.at("/spec/ingress").isMissingNode());
  }

  @Test
  void aRuleAsksForCallersMethodsPathsAndAToken() {
    ObjectNode gateway = named(ofKind(services(TOKENS), "CiliumNetworkPolicy"), "gateway");

    assertThat(gateway.at("/apiVersion").asText()).isEqualTo("cilium.io/v2");
    assertThat(gateway.at("/spec/endpointSelector"))
        .hasToString("{\"matchLabels\":{\"app\":\"gateway\"}}");
    assertThat(gateway.at("/spec/ingress")).hasSize(2);
    assertThat(gateway.at("/spec/ingress/1"))
        .hasToString(
            "{\"fromEndpoints\":[{\"matchLabels\":{\"app\":\"load\"}}],"
                + "\"toPorts\":[{\"ports\":[{\"port\":\"8080\",\"protocol\":\"TCP\"},"
                + "{\"port\":\"9090\",\"protocol\":\"TCP\"}],"
                + "\"rules\":{\"http\":[{\"method\":\"POST\",\"path\":\"/api/orders(\\\\?.*)?\","
                + "\"headerMatches\":[{\"name\":\"authorization\"}]}]}}]}");
  }

  @Test
  void pathsAreExpressionsThatMatchThemAndNothingElse() {
    JsonNode auth =
        named(ofKind(services(TOKENS), "CiliumNetworkPolicy"), "auth")
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
  void headerValuesAreAlternativesAndAnEmptyListDeniesAll() throws IOException {
    List<ObjectNode> policies =
        ofKind(
            services(
                policy(
                    "gateway: [{name: a, headers: {x-tenant: [acme, umbrella], x-any: ['*']}}]",
                    "order: []")),
            "CiliumNetworkPolicy");

    assertThat(named(policies, "gateway").at("/spec/ingress/0/toPorts/0/rules/http"))
        .hasToString(
            "[{\"headerMatches\":[{\"name\":\"x-any\"},{\"name\":\"x-tenant\",\"value\":\"acme\"}]},"
                + "{\"headerMatches\":[{\"name\":\"x-any\"},{\"name\":\"x-tenant\",\"value\":\"umbrella\"}]}]");
    assertThat(named(policies, "gateway").at("/spec/ingress/0/fromEndpoints")).hasToString("[{}]");
    assertThat(named(policies, "order").at("/spec/ingress")).hasToString("[{}]");
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

  private List<ObjectNode> services(Path file) {
    Variant variant = variant("cilium", file);
    return manifests.services(
        "baseline",
        new io.meshgauge.platform.Order(
            SampleServices.ALL,
            Products.named("cilium").design(variant),
            Map.of(),
            folder,
            folder.resolve("work"),
            folder.resolve("logs")));
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
