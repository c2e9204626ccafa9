package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Guarantees.Refusals;
import io.meshgauge.topology.SampleServices;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Tests the manifests of Linkerd's variants. */
class LinkerdManifestsTest extends VariantManifests {
  private static final Path CALLERS =
      Path.of(System.getProperty("meshgauge.home", "..")).resolve("k8s/policy/callers.yaml");

  @Test
  void withoutRetriesThereIsNoRoute() {
    assertThat(ofKind(objects(SampleServices.ALL, plain().with("retries", "off")), "HTTPRoute"))
        .isEmpty();
  }

  @Test
  void aRateLimitComesAfterTheWarmUpAndIsOfTheServersThatAreThere() {
    Variant limited = plain().with("rate-limit", "30");
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
  void whatAVariantAppliesTheClusterMustKnow() {
    assertThat(
            Products.named("linkerd")
                .requirements(
                    plain().with("retries", "1").with("retry-on", "5xx").with("rate-limit", "9"),
                    PlatformKind.KUBERNETES)
                .controlPlane())
        .hasValueSatisfying(
            it ->
                assertThat(it.resources())
                    .extracting(Object::toString)
                    .contains(
                        "grpcroutes of gateway.networking.k8s.io/v1",
                        "httplocalratelimitpolicies of policy.linkerd.io/v1alpha1"));
    assertThat(
            Products.named("linkerd")
                .requirements(plain(), PlatformKind.KUBERNETES)
                .controlPlane()
                .orElseThrow()
                .resources())
        .extracting(Object::toString)
        .noneMatch(it -> it.startsWith("grpcroutes") || it.startsWith("httplocal"));
  }

  @Test
  void unsupportedSettingsAreRefusedWithTheReason() {
    assertThat(problems(plain().with("retries", "2")))
        .singleElement()
        .asString()
        .contains("expected also retry-on: 5xx", "not because a connection failed");
    assertThat(problems(plain().with("circuit-breaker", "7")))
        .singleElement()
        .asString()
        .contains("does not limit concurrent requests");
    assertThat(problems(plain().with("concurrent-retries", "7")))
        .singleElement()
        .asString()
        .contains("not concurrent retries");
    assertThat(problems(plain().with("outlier-detection", "3")))
        .singleElement()
        .asString()
        .contains("each service has one replica only");
    assertThat(problems(plain().with("retries", "off"))).isEmpty();
  }

  @Test
  void aThousandRulesFitIntoRoutesOfTheSizeThatTheirDefinitionAllows() {
    List<ObjectNode> objects =
        objects(SampleServices.ALL, policed(CALLERS).with("policy-rules", "1000"));

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

  @Test
  void whatAPolicySaysOfTokensIsRefusedNamingTheRuleAndAFileWithout() {
    assertThat(problems(new Variant("arm", "linkerd", "rbac", "default", new TreeMap<>())))
        .isNotEmpty()
        .allMatch(it -> it.contains("roles or claims") && it.contains("k8s/policy/callers.yaml"))
        .anyMatch(it -> it.contains("rule checkout of gateway"));
    assertThat(problems(policed())).isEmpty();
    assertThat(Products.named("linkerd").claims(policed()).refusals())
        .isEqualTo(Refusals.BY_CALLER);
    assertThat(Products.named("linkerd").claims(policed()).withoutToken())
        .as("the service asks for it")
        .isEqualTo(401);
  }

  @Test
  void telemetryAndOtherPoliciesAreRefusedWithAReasonEach() {
    assertThat(problems(telling("abac", "tracing-10%")))
        .hasSize(2)
        .anyMatch(it -> it.contains("abac") && it.contains("no other attributes"))
        .anyMatch(it -> it.contains("tracing-10%") && it.contains("do not sample"));
    assertThat(problems(telling("none", "access-log-async")))
        .singleElement()
        .asString()
        .contains("none of the outbound ones", "one by one");
    assertThat(problems(telling("none", "access-log-sync")))
        .singleElement()
        .asString()
        .contains("none of the outbound ones", "counts no writes");
    assertThat(problems(telling("none", "metrics-5s")))
        .singleElement()
        .asString()
        .contains("only callers with an identity");
    assertThat(problems(telling("none", "full"))).hasSize(1);
    assertThat(problems(telling("none", "default"))).isEmpty();
  }

  private static Variant telling(String policy, String telemetry) {
    return new Variant("arm", "linkerd", policy, telemetry, new TreeMap<>());
  }

  private static List<String> problems(Variant variant) {
    return Products.named("linkerd").problems(variant, PlatformKind.KUBERNETES);
  }

  private static Variant plain() {
    return Variant.plain("linkerd");
  }

  private static Variant policed() {
    return policed(CALLERS);
  }

  private static Variant policed(Path file) {
    return new Variant("arm", "linkerd", "rbac", "default", new TreeMap<>())
        .with("policy-file", file.toString());
  }
}
