package io.meshgauge.platform.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.api.Access.Right;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.product.istio.IstioControlPlane;
import io.meshgauge.product.registry.Products;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the checked permissions with those that {@code k8s/rbac} grants and the code uses. */
class AccessTest {
  private static final Path K8S =
      Path.of(System.getProperty("meshgauge.home", "..")).resolve("k8s");

  /** Granted, and not asked for beforehand: nothing fails without them. */
  private static final Set<String> BESIDES =
      Set.of("nodes/metrics", "replicasets.apps", "selfsubjectaccessreviews.authorization.k8s.io");

  /** With these Linkerd is given objects of more kinds. */
  private static final Variant STEERED =
      Variant.plain("linkerd").with("request-timeout", "2s").with("rate-limit", "30");

  static Stream<Right> rights() {
    return Stream.of(
            Access.CLUSTER_WIDE,
            Access.IN_NAMESPACE,
            Access.FOR_STREAMS,
            Access.FOR_APPLICATIONS,
            Access.FOR_INSPECTION,
            Access.FOR_NODE_PROXIES,
            Access.forObjects(Products.controlPlanes()),
            Access.forObjects(List.of(IstioControlPlane.WAYPOINTS)),
            Access.forObjects(
                Products.named("linkerd")
                    .requirements(STEERED, PlatformKind.KUBERNETES)
                    .controlPlane()
                    .stream()
                    .toList()),
            Access.forReading(Products.controlPlanes()))
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("rights")
  void roleGrantsEveryCheckedPermission(Right right) {
    assertThat(granted(right.group(), right.resource()))
        .as(name(right.group(), right.resource()))
        .containsAll(right.verbs());
  }

  @Test
  void roleGrantsOnlyCheckedPermissions() {
    Set<String> asked = new TreeSet<>(BESIDES);
    rights().forEach(right -> asked.add(name(right.group(), right.resource())));

    Set<String> granted = new TreeSet<>();
    for (JsonNode rule : rules()) {
      for (JsonNode resource : rule.path("resources")) {
        granted.add(name(rule.at("/apiGroups/0").asText(), resource.asText()));
      }
    }

    assertThat(granted).isEqualTo(asked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mesh/baseline",
        "mesh/baseline/load",
        "mesh/envoy",
        "mesh/envoy/load",
        "mesh/istio-mtls",
        "mesh/istio-mtls/load",
        "mesh/istio-plaintext",
        "mesh/istio-plaintext/load",
        "mesh/traefik-mesh",
        "mesh/traefik-mesh/load",
        "mesh/linkerd",
        "mesh/linkerd/load",
        "mesh/linkerd/tcp",
        "mesh/baseline/tcp",
        "mesh/envoy/tcp",
        "mesh/istio-mtls/tcp",
        "mesh/istio-plaintext/tcp",
        "mesh/istio-ambient",
        "mesh/istio-ambient/load",
        "mesh/istio-ambient/tcp",
        "mesh/istio-ambient-waypoint",
        "mesh/istio-ambient-waypoint/load",
        "observer",
        "telemetry/zipkin",
        "telemetry/prometheus"
      })
  void roleCoversEveryAppliedKind(String overlay) {
    for (ObjectNode object : Kustomization.render(K8S.resolve(overlay))) {
      String version = object.path("apiVersion").asText();
      String group = version.contains("/") ? version.replaceFirst("/.*", "") : "";
      String plural = plural(Manifest.kind(object));
      assertThat(
              rights()
                  .filter(it -> it.group().equals(group) && it.resource().equals(plural))
                  .flatMap(it -> it.verbs().stream()))
          .as("%s of group '%s'", plural, group)
          .contains("create", "patch", "delete");
    }
  }

  @Test
  void theAccountOfTheExampleIsBoundToTheRole() {
    List<ObjectNode> objects = Kustomization.render(K8S.resolve("rbac"));

    assertThat(objects)
        .filteredOn(it -> Manifest.kind(it).equals("ClusterRoleBinding"))
        .singleElement()
        .satisfies(
            it -> assertThat(it.at("/roleRef/name").asText()).isEqualTo(Manifest.name(role())));
    assertThat(objects)
        .as("what marks a session's namespace, which `down` deletes")
        .noneMatch(it -> it.path("metadata").path("labels").has(Owner.SESSION));
  }

  private static List<String> granted(String group, String resource) {
    List<String> verbs = new ArrayList<>();
    for (JsonNode rule : rules()) {
      if (has(rule.path("apiGroups"), group) && has(rule.path("resources"), resource)) {
        rule.path("verbs").forEach(it -> verbs.add(it.asText()));
      }
    }
    return verbs;
  }

  private static boolean has(JsonNode list, String text) {
    for (JsonNode element : list) {
      if (element.asText().equals(text)) {
        return true;
      }
    }
    return false;
  }

  private static JsonNode rules() {
    return role().path("rules");
  }

  private static ObjectNode role() {
    return Kustomization.documents(K8S.resolve("rbac/role.yaml")).get(0);
  }

  private static String plural(String kind) {
    String lower = kind.toLowerCase(Locale.ROOT);
    return lower.matches(".*[^aeiou]y")
        ? lower.substring(0, lower.length() - 1) + "ies"
        : lower + "s";
  }

  private static String name(String group, String resource) {
    return group.isEmpty() ? resource : resource + "." + group;
  }
}
