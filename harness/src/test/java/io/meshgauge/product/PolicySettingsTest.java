package io.meshgauge.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Refusals;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.PolicyEnforcementPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies of a mesh: which it supports, what it then claims, and its configuration. */
class PolicySettingsTest {
  @TempDir Path folder;

  @Test
  void aFileIsReadBeforeAnythingStarts() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.yaml"), "kind: abac\nservices: {}\n");
    Path wrong =
        Files.writeString(
            folder.resolve("wrong.yaml"), "kind: rbac\nservices: {gateway: [{path: [/a]}]}\n");

    assertThat(problems(named("rbac", broken)))
        .singleElement()
        .asString()
        .contains("expected a file of kind rbac for policy rbac; it is of kind abac");
    assertThat(ApplicationRules.problems(named("rbac", broken), SampleServices.ALL))
        .singleElement()
        .asString()
        .contains("expected rules for gateway, where the load enters");
    assertThat(problems(named("rbac", wrong)))
        .hasSize(2)
        .allMatch(it -> it.startsWith("setting policy-file on mesh envoy: " + wrong + ":2:"));
    assertThat(problems(named("rbac", folder.resolve("absent.yaml"))))
        .singleElement()
        .asString()
        .contains("cannot be read");
  }

  @ParameterizedTest
  @ValueSource(strings = {"envoy", "istio-mtls", "istio-plaintext"})
  void policyIsClaimedAndEnforcedBeforeEveryService(String mesh) throws IOException {
    Guarantees plain = Products.named(mesh).claims(Variant.plain(mesh));
    assertThat(claims(mesh, "none")).isEqualTo(plain);
    assertThat(claims(mesh, "rbac")).isEqualTo(plain.refusing(Refusals.BY_ROLE));
    assertThat(claims(mesh, "abac")).isEqualTo(plain.refusing(Refusals.BY_ATTRIBUTE));
    assertThat(claims(mesh, "abac-external")).isEqualTo(claims(mesh, "abac"));
    assertThat(claims(mesh, "rbac").withoutToken()).isEqualTo(403);
    assertThat(plain.withoutToken()).isEqualTo(401);

    assertThat(plane(mesh, "none").guards()).isEmpty();
    assertThat(plane(mesh, "rbac").guards())
        .extracting(PolicyEnforcementPoint::service)
        .containsExactlyInAnyOrderElementsOf(SampleServices.ALL.services());
  }

  private DataPlane plane(String mesh, String policy) throws IOException {
    return Products.named(mesh)
        .design(variant(mesh, policy))
        .local(SampleSite.in(folder.resolve(mesh + policy)));
  }

  private static Guarantees claims(String mesh, String policy) {
    return Products.named(mesh).claims(variant(mesh, policy));
  }

  private static List<String> problems(Variant variant) {
    return Products.named(variant.mesh()).problems(variant, PlatformKind.LOCAL);
  }

  private static Variant named(String policy, Path file) {
    return variant("envoy", policy).with("policy-file", file.toString());
  }

  private static Variant variant(String mesh, String policy) {
    return new Variant("arm", mesh, policy, "default", new TreeMap<>());
  }
}
