package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the manifests of Traefik Mesh's variants. */
class TraefikMeshManifestsTest extends VariantManifests {

  @Test
  void aVariableIsMadeOfThoseThatStandBeforeIt() {
    objects(SampleServices.ALL, Variant.plain("traefik-mesh")).stream()
        .filter(it -> Manifest.kind(it).equals("Deployment"))
        .forEach(
            it -> {
              StringBuilder before = new StringBuilder();
              for (JsonNode variable : it.at("/spec/template/spec/containers/0/env")) {
                String value = variable.path("value").asText("");
                for (String name :
                    value.replaceAll("^[^(]*\\(|\\)[^(]*$", "").split("\\)[^(]*\\(")) {
                  if (value.contains("$(")) {
                    assertThat(before).as(value).contains("<" + name + ">");
                  }
                }
                before.append('<').append(variable.path("name").asText()).append('>');
              }
            });
  }

  @Test
  void impossibleSettingsAreRefusedWithAReason() {
    Variant all =
        new Variant(
            "arm", "traefik-mesh", "rbac", "tracing-10%", new TreeMap<>(Map.of("retries", "2")));

    assertThat(Products.named("traefik-mesh").problems(all, PlatformKind.KUBERNETES))
        .hasSize(3)
        .anyMatch(it -> it.contains("rbac") && it.contains("not identities"))
        .anyMatch(it -> it.contains("tracing-10%") && it.contains("configured at installation"))
        .anyMatch(it -> it.contains("'retries'") && it.contains("counter of retries stays 0"));
    assertThat(
            Products.named("traefik-mesh")
                .problems(
                    Variant.plain("traefik-mesh").with("fault", "bypass:unknown"),
                    PlatformKind.KUBERNETES,
                    SampleServices.ALL))
        .singleElement()
        .asString()
        .contains("bypass:unknown", "order");
  }

  @ParameterizedTest
  @CsvSource({
    "retry-on, 5xx, retries cannot be proven",
    "request-timeout, 2s, no request timeout",
    "rate-limit, 30, each node's proxy limits each caller's address separately",
    "circuit-breaker, 7, does not know the number of concurrent requests",
    "concurrent-retries, 2, not the number of concurrent retries",
    "outlier-detection, 3, do not eject replicas",
  })
  void everySettingOfTrafficIsRefusedWithItsOwnReason(String name, String value, String reason) {
    assertThat(
            Products.named("traefik-mesh")
                .problems(Variant.plain("traefik-mesh").with(name, value), PlatformKind.KUBERNETES))
        .singleElement()
        .asString()
        .contains("'" + name + "'", reason);
  }

  @Test
  void itsControllerIsAccountedAsControlPlane() {
    assertThat(
            Products.named("traefik-mesh")
                .design(Variant.plain("traefik-mesh"))
                .kubernetes()
                .controlPlanes())
        .containsExactly("traefik-mesh");
  }
}
