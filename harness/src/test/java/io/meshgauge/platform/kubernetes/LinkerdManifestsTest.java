package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Guarantees.Refusals;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import java.nio.file.Files;
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
  void everyPodIsEnrolledAndRefusesUnauthenticatedCallers() {
    List<ObjectNode> deployments = ofKind(objects(SampleServices.ALL, plain()), "Deployment");

    assertThat(deployments).hasSize(5);
    assertThat(deployments)
        .allSatisfy(
            it -> {
              JsonNode annotations = it.at("/spec/template/metadata/annotations");
              assertThat(annotations.path("linkerd.io/inject").asText()).isEqualTo("enabled");
              assertThat(annotations.path("config.linkerd.io/default-inbound-policy").asText())
                  .isEqualTo("all-authenticated");
            });
  }

  @Test
  void everyProtocolIsOneThatLinkerdParses() {
    List<ObjectNode> services = ofKind(objects(SampleServices.ALL, plain()), "Service");

    assertThat(services.stream().flatMap(it -> protocols(it).stream()).distinct())
        .containsExactlyInAnyOrder("http", "kubernetes.io/h2c");
    assertThat(protocols(named(services, "auth"))).containsExactly("http", "kubernetes.io/h2c");
    assertThat(protocols(ofKind(objects(Topology.STREAM, plain()), "Service").get(0)))
        .containsExactly("linkerd.io/opaque");
  }

  @Test
  void callerPolicyReplacesTheUnrestrictedOne() {
    List<ObjectNode> objects = objects(SampleServices.ALL, policed());
    List<ObjectNode> policies = ofKind(objects, "AuthorizationPolicy");

    assertThat(policies)
        .filteredOn(it -> it.at("/spec/targetRef/kind").asText().equals("Server"))
        .as("a rule of a server applies to all of its routes")
        .extracting(Manifest::name)
        .containsExactly("proxy-admin");
    assertThat(named(policies, "gateway").at("/spec/targetRef/name").asText())
        .isEqualTo("gateway-probes");
    assertThat(ofKind(objects, "Server"))
        .extracting(Manifest::name)
        .containsExactlyInAnyOrder("proxy-admin", "gateway", "auth", "order", "payment", "logging");
    assertThat(policies)
        .allSatisfy(
            policy ->
                policy
                    .at("/spec/requiredAuthenticationRefs")
                    .forEach(
                        it ->
                            named(
                                ofKind(objects, it.path("kind").asText()),
                                it.path("name").asText())));
  }

  @Test
  void everyRequestHasARouteAndUnnamedOnesADeniedRoute() {
    List<ObjectNode> objects = objects(SampleServices.ALL, policed());
    List<ObjectNode> routes =
        ofKind(objects, "HTTPRoute").stream()
            .filter(it -> it.at("/spec/parentRefs/0/name").asText().equals("gateway"))
            .toList();

    assertThat(routes)
        .extracting(Manifest::name)
        .containsExactlyInAnyOrder("gateway-1", "gateway-rest", "gateway-probes");
    assertThat(named(routes, "gateway-1").at("/spec/rules/0/matches"))
        .extracting(JsonNode::toString)
        .contains(
            "{\"path\":{\"type\":\"Exact\",\"value\":\"/api/orders\"},\"method\":\"POST\"}",
            "{\"path\":{\"type\":\"PathPrefix\",\"value\":\"/actuator/health\"},\"method\":\"GET\"}")
        .as("of a path that is for POST alone")
        .doesNotContain(
            "{\"path\":{\"type\":\"Exact\",\"value\":\"/meshgauge-probe\"},\"method\":\"POST\"}");
    assertThat(ofKind(objects, "AuthorizationPolicy"))
        .extracting(it -> it.at("/spec/targetRef/name").asText())
        .contains("gateway-1")
        .doesNotContain("gateway-rest");
    assertThat(
            named(ofKind(objects, "MeshTLSAuthentication"), "gateway-1-1")
                .at("/spec/identityRefs/0/name")
                .asText())
        .isEqualTo("load");
  }

  @Test
  void retryableRequestsUseAnnotatedRoutes() {
    List<ObjectNode> objects =
        objects(
            SampleServices.ALL,
            plain().with("retries", "3").with("retry-on", "5xx").with("request-timeout", "2s"));
    List<ObjectNode> http = ofKind(objects, "HTTPRoute");
    List<ObjectNode> grpc = ofKind(objects, "GRPCRoute");

    assertThat(http)
        .extracting(Manifest::name)
        .containsExactlyInAnyOrder("gateway-calls", "order-calls", "logging-calls");
    assertThat(grpc)
        .extracting(Manifest::name)
        .containsExactlyInAnyOrder("auth-calls", "payment-calls");
    assertThat(named(http, "order-calls").at("/metadata/annotations"))
        .hasToString(
            "{\"retry.linkerd.io/http\":\"5xx\",\"retry.linkerd.io/limit\":\"3\",\"timeout.linkerd.io/request\":\"2000ms\"}");
    assertThat(named(http, "order-calls").path("spec"))
        .hasToString(
            "{\"parentRefs\":[{\"group\":\"\",\"kind\":\"Service\",\"name\":\"order\",\"port\":8080}],\"rules\":[{\"backendRefs\":[{\"name\":\"order\",\"port\":8080}]}]}");
    assertThat(named(grpc, "payment-calls").at("/metadata/annotations"))
        .as("gRPC says behind a status of 200 that it failed")
        .hasToString(
            "{\"retry.linkerd.io/grpc\":\"unavailable,cancelled\",\"retry.linkerd.io/limit\":\"3\",\"timeout.linkerd.io/request\":\"2000ms\"}");
    assertThat(named(grpc, "payment-calls").at("/spec/parentRefs/0/port").asInt()).isEqualTo(9090);
  }

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
  void aPathThatTwoRulesAllowBelongsToOneRouteWithAPolicyForEach() throws Exception {
    Path file = folder.resolve("two.yaml");
    Files.writeString(
        file,
        """
        kind: rbac
        services:
          gateway:
            - {name: all, callers: [load], paths: [/api/*]}
            - {name: one, callers: [order], methods: [GET], paths: [/api/orders]}
        """);

    List<ObjectNode> objects = objects(SampleServices.ALL, policed(file));
    String both =
        ofKind(objects, "HTTPRoute").stream()
            .filter(
                it ->
                    it.toString()
                        .contains(
                            "{\"type\":\"Exact\",\"value\":\"/api/orders\"},\"method\":\"GET\""))
            .map(Manifest::name)
            .findFirst()
            .orElseThrow();

    assertThat(ofKind(objects, "AuthorizationPolicy"))
        .filteredOn(it -> it.at("/spec/targetRef/name").asText().equals(both))
        .as("the more exact route would hide the other's rule")
        .hasSize(2);
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

  private static List<String> protocols(ObjectNode service) {
    return StreamSupport.stream(service.at("/spec/ports").spliterator(), false)
        .map(it -> it.path("appProtocol").asText())
        .toList();
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
