package io.meshgauge.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.envoy.DecisionPointType;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Refusals;
import io.meshgauge.topology.PolicyEnforcementPoint;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.SampleServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies of a mesh: which it supports, what it then claims, and its configuration. */
class PolicySettingsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "envoy,LOCAL,none rbac abac abac-external",
    "istio-mtls,LOCAL,none rbac abac abac-external",
    "istio-plaintext,LOCAL,none rbac abac abac-external",
    "istio-mtls,KUBERNETES,none rbac abac",
    "istio-plaintext,KUBERNETES,none rbac abac",
    "envoy,KUBERNETES,none",
    "baseline,LOCAL,none",
    "baseline,KUBERNETES,none"
  })
  void supportedPoliciesAreAcceptedAndOthersRefused(
      String mesh, PlatformKind platform, String taken) {
    List<String> policies = List.of(taken.split(" "));
    for (String policy : List.of("none", "rbac", "abac", "abac-external", "acl")) {
      List<String> problems = Products.named(mesh).problems(variant(mesh, policy), platform);
      if (policies.contains(policy)) {
        assertThat(problems).as(policy).isEmpty();
      } else {
        assertThat(problems)
            .singleElement()
            .asString()
            .startsWith("policy '%s' on mesh %s: expected".formatted(policy, mesh))
            .containsPattern(Pattern.quote(String.join(", ", policies)) + "($|; )");
      }
    }
  }

  @Test
  void settingsThatDoNotFitThePolicyAreRefused() {
    assertThat(problems(variant("envoy", "none").with("policy-rules", "10")))
        .singleElement()
        .asString()
        .contains("setting policy-rules on mesh envoy: expected a policy other than none");
    assertThat(problems(variant("envoy", "abac").with("decision-cache", "on")))
        .singleElement()
        .asString()
        .contains("expected policy abac-external");
    assertThat(problems(variant("envoy", "rbac").with("policy-rules", "6000")))
        .singleElement()
        .asString()
        .contains("a whole number from 0 to 5000");
    assertThat(problems(variant("envoy", "abac-external").with("decision-cache", "on"))).isEmpty();
  }

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

  @Test
  void hoursAreRefusedForIstio() throws IOException {
    Path office =
        Files.writeString(
            folder.resolve("office.yaml"),
            """
            kind: abac
            services:
              gateway:
                - {name: office, methods: [GET], hours: {from: "08:00", until: "18:00"}}
                - {name: always, methods: [POST], hours: {from: "00:00", until: "24:00"}}
            """);
    Variant variant = variant("istio-mtls", "abac").with("policy-file", office.toString());

    Product istio = Products.named("istio-mtls");
    assertThat(istio.problems(variant, PlatformKind.LOCAL)).isEmpty();
    assertThat(istio.problems(variant, PlatformKind.KUBERNETES))
        .singleElement()
        .asString()
        .contains("expected rules without hours", "rule office of gateway");
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

  @Test
  void callersAreAskedForOnlyWhereTheyHaveAnIdentity() throws IOException {
    String principal = "spiffe://cluster.local/ns/meshgauge/sa/gateway";
    assertThat(config("istio-mtls", "rbac", "order"))
        .contains("principal_name: {exact: \"" + principal + "\"}");
    assertThat(config("istio-plaintext", "rbac", "order")).doesNotContain("principal_name");
    assertThat(config("envoy", "rbac", "order"))
        .contains("envoy.filters.http.rbac")
        .doesNotContain("principal_name", "jwt_authn");
    assertThat(config("envoy", "rbac", "gateway")).contains("envoy.filters.http.jwt_authn");
    assertThat(words("envoy")).contains("callers are not checked");
    assertThat(words("istio-mtls")).doesNotContain("callers are not checked");
  }

  @Test
  void decisionPointIsAskedOnlyAtTheEntry() throws IOException {
    DataPlane plane = plane("istio-mtls", "abac-external");

    assertThat(plane.proxies()).hasSize(7);
    ProxyProcess point = process(plane, "decision-point");
    assertThat(point.type()).isEqualTo(new DecisionPointType());
    assertThat(point.config())
        .contains("\"remember\":0", "\"identities\":true", "\"name\":\"checkout\"")
        .doesNotContain("payment");
    assertThat(process(plane, "gateway-proxy").config())
        .contains("envoy.filters.http.ext_authz", "failure_mode_allow: false")
        .contains("- name: decision_point")
        .doesNotContain("envoy.filters.http.rbac");
    assertThat(process(plane, "order-proxy").config())
        .contains("envoy.filters.http.rbac")
        .doesNotContain("ext_authz", "decision_point");
    assertThat(plane.guards())
        .extracting(PolicyEnforcementPoint::name)
        .contains("policy before gateway", "decisions for gateway");
    assertThat(
            Products.named("istio-mtls")
                .requirements(variant("istio-mtls", "abac-external"), PlatformKind.LOCAL)
                .programs())
        .containsExactlyInAnyOrder("envoy", "decision");
  }

  private DataPlane plane(String mesh, String policy) throws IOException {
    return Products.named(mesh)
        .design(variant(mesh, policy))
        .local(SampleSite.in(folder.resolve(mesh + policy)));
  }

  private String config(String mesh, String policy, String workload) throws IOException {
    return process(plane(mesh, policy), workload + "-proxy").config();
  }

  private static ProxyProcess process(DataPlane plane, String name) {
    return plane.proxies().stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }

  private static String words(String mesh) {
    return Products.named(mesh)
        .fairness(variant(mesh, "rbac"), PlatformKind.LOCAL)
        .getOrDefault("factor.policy", "");
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
