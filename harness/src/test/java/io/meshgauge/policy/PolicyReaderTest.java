package io.meshgauge.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshgauge.policy.Policy.Kind;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

class PolicyReaderTest {

  @ParameterizedTest
  @EnumSource
  void shippedPoliciesCoverEveryService(Kind kind) {
    Policy policy = Policy.shipped(kind);

    assertThat(policy.kind()).isEqualTo(kind);
    assertThat(policy.services().keySet())
        .containsExactlyInAnyOrderElementsOf(SampleServices.ALL.services());
  }

  @Test
  void ruleIsReadWithAllAttributes() {
    Rule checkout = rule(Policy.shipped(Kind.ABAC), "gateway", "checkout");

    assertThat(checkout.callers()).containsExactly("load");
    assertThat(checkout.methods()).containsExactly("POST");
    assertThat(checkout.paths()).containsExactly("/api/orders");
    assertThat(checkout.claims())
        .containsEntry("roles", List.of("customer"))
        .containsEntry("risk", List.of("low", "medium"));
    assertThat(checkout.headers()).containsEntry("content-type", List.of("application/json*"));
    assertThat(checkout.sources()).contains("10.0.0.0/8");
    assertThat(checkout.window()).contains(new Hours(0, 1440));
  }

  @Test
  void allProblemsAreReportedWithTheirPlaces() throws IOException {
    assertThat(problems("broken.yaml"))
        .containsExactly(
            "broken.yaml:2:1: unknown key \"colour\"; expected one of kind, services",
            "broken.yaml:5:14: \"Browse\"; expected a name of a-z, 0-9 and -",
            "broken.yaml:5:32: \"laod\"; expected one of logging, payment, auth, order, gateway, load",
            "broken.yaml:5:49: \"get\"; expected a method in capitals, such as GET",
            "broken.yaml:5:63: \"api\"; expected a path from /, with * at its end or nowhere",
            "broken.yaml:5:68: \"/a*b\"; expected a path from /, with * at its end or nowhere",
            "broken.yaml:6:26: unknown key \"claims\"; expected one of name, callers, methods, paths, roles",
            "broken.yaml:7:7: the rule \"nothing\" asks for nothing and would allow everything; expected some of callers, methods, paths, roles",
            "broken.yaml:8:7: a rule without keys; expected some of name, callers, methods, paths, roles",
            "broken.yaml:9:3: unknown key \"ordr\"; expected one of logging, payment, auth, order, gateway",
            "broken.yaml:12:7: a second rule \"twice\" of order; expected each name once",
            "broken.yaml:12:28: an empty list; expected at least one value, or no such key",
            "broken.yaml:13:9: auth is no list; expected a list of rules, or [] for no caller");
    assertThat(problems("broken-attributes.yaml"))
        .containsExactly(
            "broken-attributes.yaml:1:7: the kind \"acl\"; expected kind: rbac or kind: abac",
            "broken-attributes.yaml:5:15: roles among the claims; expected roles: as a key of the rule",
            "broken-attributes.yaml:5:44: the name \"ri sk\"; expected a claim",
            "broken-attributes.yaml:6:25: the name \"Accept\"; expected a header's name in lower case",
            "broken-attributes.yaml:6:26: \"a*b\"; expected a text, with * at its end or nowhere",
            "broken-attributes.yaml:7:17: \"10.0.0.0\"; expected a range of addresses, such as 10.0.0.0/8",
            "broken-attributes.yaml:7:27: \"10.0.0.0/33\"; expected a range of addresses, such as 10.0.0.0/8",
            "broken-attributes.yaml:7:40: \"300.0.0.0/8\"; expected a range of addresses, such as 10.0.0.0/8",
            "broken-attributes.yaml:8:14: no hours of a day; expected {from: \"08:00\", until: \"18:00\"} in UTC, from 00:00 until 24:00, in quotes",
            "broken-attributes.yaml:10:14: no hours of a day; expected {from: \"08:00\", until: \"18:00\"} in UTC, from 00:00 until 24:00, in quotes");
  }

  @Test
  void hostileFilesAreRefused() {
    assertThatThrownBy(() -> read("[".repeat(100_000)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("nested deeper than 8");
    assertThatThrownBy(() -> read("kind: &a abac\nservices: {gateway: [*a]}"))
        .hasMessageContaining("an alias");
    assertThatThrownBy(() -> read("kind: abac: x")).hasMessageContaining("not YAML");
    assertThatThrownBy(() -> read("")).hasMessageContaining("no policy in it");
    assertThatThrownBy(() -> Policy.read(Path.of("/nowhere/at-all.yaml")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("cannot be read");
  }

  @Test
  void emptyRulesRefuseEveryCallerAndAbsentServiceIsOpen() {
    Policy policy = read("kind: rbac\nservices: {gateway: []}");

    assertThat(policy.services()).containsOnlyKeys("gateway");
    assertThat(policy.services().get("gateway")).isEmpty();
  }

  @Test
  void fillersPrecedeTheRulesOfEveryService() {
    Policy shipped = Policy.shipped(Kind.RBAC);
    Policy padded = shipped.padded(100);

    assertThat(padded.size()).isEqualTo(shipped.size() + 5 * 100);
    List<Rule> order = Objects.requireNonNull(padded.services().get("order"));
    assertThat(order.get(0).paths()).containsExactly("/filler/00001");
    assertThat(order.subList(100, order.size())).isEqualTo(shipped.services().get("order"));
  }

  @Test
  void policyOfADecisionPointRoundTrips() {
    Policy shipped = Policy.shipped(Kind.ABAC);
    String json = new JsonMapper().writeValueAsString(shipped.toMap("gateway"));

    assertThat(read(json).services().get("gateway")).isEqualTo(shipped.services().get("gateway"));
  }

  private static Rule rule(Policy policy, String service, String name) {
    return Objects.requireNonNull(policy.services().get(service)).stream()
        .filter(rule -> rule.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Policy read(String text) {
    return new PolicyReader("a test", SampleServices.ALL.services()).read(text);
  }

  private static List<String> problems(String resource) throws IOException {
    try (InputStream stream = PolicyReaderTest.class.getResourceAsStream(resource)) {
      String text =
          new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
      InvalidInputException refused =
          catchThrowableOfType(
              InvalidInputException.class,
              () -> new PolicyReader(resource, SampleServices.ALL.services()).read(text));
      return refused.problems().stream().map(Problem::line).toList();
    }
  }
}
