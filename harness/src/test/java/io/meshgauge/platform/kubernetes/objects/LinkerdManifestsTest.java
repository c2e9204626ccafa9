package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.SampleVariants;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Tests the manifests of Linkerd's variants. */
class LinkerdManifestsTest extends VariantManifests {
  @Test
  void withoutRetriesThereIsNoRoute() {
    assertThat(
            ofKind(
                objects(SampleServices.ALL, SampleVariants.of("linkerd retries=off")), "HTTPRoute"))
        .isEmpty();
  }

  @Test
  void aRateLimitComesAfterTheWarmUpAndIsOfTheServersThatAreThere() {
    Variant limited = SampleVariants.of("linkerd rate-limit=30");
    List<ObjectNode> objects = objects(SampleServices.ALL, limited);
    List<ObjectNode> limits =
        Products.named("linkerd").design(limited).kubernetes().limits(SampleServices.ALL).stream()
            .map(Kustomization::object)
            .toList();

    assertThat(ofKind(objects, "HTTPLocalRateLimitPolicy")).isEmpty();
    assertThat(limits).hasSize(5);
    assertThat(limits)
        .allSatisfy(
            it -> {
              assertThat(Manifest.kind(it)).isEqualTo("HTTPLocalRateLimitPolicy");
              assertThat(it.at("/spec/total/requestsPerSecond").asInt()).isEqualTo(30);
              named(ofKind(objects, "Server"), it.at("/spec/targetRef/name").asText());
            });
  }

  @Test
  void aThousandRulesFitIntoRoutesOfTheSizeThatTheirDefinitionAllows() {
    List<ObjectNode> objects =
        objects(
            SampleServices.ALL,
            SampleVariants.of(
                "linkerd policy=rbac policy-file=k8s/policy/callers.yaml policy-rules=1000"));

    assertThat(ofKind(objects, "HTTPRoute"))
        .allSatisfy(
            route -> {
              assertThat(route.at("/spec/rules").size()).isBetween(1, 16);
              route
                  .at("/spec/rules")
                  .forEach(rule -> assertThat(rule.path("matches").size()).isBetween(1, 8));
            });
    assertThat(
            ofKind(objects, "HTTPRoute").stream()
                .filter(it -> it.toString().contains("/filler/"))
                .flatMap(it -> StreamSupport.stream(it.at("/spec/rules").spliterator(), false))
                .mapToInt(rule -> rule.path("matches").size())
                .sum())
        .isEqualTo(5 * 1000);
  }
}
