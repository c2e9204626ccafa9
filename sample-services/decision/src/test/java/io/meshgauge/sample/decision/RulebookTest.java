package io.meshgauge.sample.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulebookTest {
  private static final Rule CHECKOUT =
      new Rule(
          "checkout",
          List.of("load"),
          List.of("POST"),
          List.of("/api/orders", "/api/carts/*"),
          List.of("customer"),
          Map.of("risk", List.of("low", "medium")),
          Map.of("content-type", List.of("application/json*")),
          List.of("127.0.0.0/8", "10.1.0.0/16"),
          new Rule.Hours("08:00", "18:00"));
  private static final Question GOOD =
      new Question(
          "load",
          "POST",
          "/api/orders",
          Map.of("roles", List.of("customer", "support"), "risk", List.of("low")),
          Map.of("content-type", "application/json; charset=utf-8"),
          "127.0.0.1",
          9 * 60);

  private final Rulebook rulebook = new Rulebook(List.of(CHECKOUT), true);

  @Test
  void aRequestThatHasAllThatARuleAsksForIsAllowed() {
    assertThat(rulebook.allows(GOOD)).isTrue();
  }

  @Test
  void oneThingThatIsWrongIsEnoughToRefuse() {
    assertThat(rulebook.allows(from("order", "127.0.0.1"))).as("caller").isFalse();
    assertThat(rulebook.allows(asking("GET", "/api/orders"))).as("method").isFalse();
    assertThat(rulebook.allows(asking("POST", "/api/orders/7"))).as("path").isFalse();
    assertThat(rulebook.allows(holding(Map.of("roles", List.of("customer")))))
        .as("no risk")
        .isFalse();
    assertThat(
            rulebook.allows(holding(Map.of("roles", List.of("customer"), "risk", List.of("high")))))
        .as("risk")
        .isFalse();
    assertThat(rulebook.allows(holding(Map.of("roles", List.of("guest"), "risk", List.of("low")))))
        .as("role")
        .isFalse();
    assertThat(rulebook.allows(holding(Map.of()))).as("no token").isFalse();
    assertThat(rulebook.allows(from("load", "10.2.0.1"))).as("source").isFalse();
    assertThat(rulebook.allows(from("load", "::1"))).as("no IPv4").isFalse();
    assertThat(rulebook.allows(at(8 * 60 - 1))).as("too early").isFalse();
    assertThat(rulebook.allows(at(18 * 60))).as("too late").isFalse();
  }

  @Test
  void beginningsAndRangesAreMatchedAsSuch() {
    assertThat(rulebook.allows(asking("POST", "/api/carts/7"))).isTrue();
    assertThat(rulebook.allows(from("load", "10.1.255.255"))).isTrue();
  }

  @Test
  void callersAreIgnoredWithoutIdentities() {
    assertThat(new Rulebook(List.of(CHECKOUT), false).allows(from("", "127.0.0.1"))).isTrue();
  }

  @Test
  void whatNoRuleAllowsIsRefused() {
    assertThat(new Rulebook(List.of(), true).allows(GOOD)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "22:00,06:00,23,true",
    "22:00,06:00,5,true",
    "22:00,06:00,6,false",
    "00:00,24:00,0,true"
  })
  void hoursMayGoOverMidnight(String from, String until, int hour, boolean inside) {
    assertThat(new Rule.Hours(from, until).holds(hour * 60)).isEqualTo(inside);
  }

  @Test
  void theEssenceIsAllThatRulesLookAtAndNothingElse() {
    List<Object> essence = rulebook.essence(GOOD);

    assertThat(rulebook.essence(with(Map.of("content-type", "text/plain")))).isNotEqualTo(essence);
    assertThat(rulebook.essence(at(9 * 60 + 1))).isNotEqualTo(essence);
    assertThat(rulebook.essence(from("load", "127.0.0.2"))).isNotEqualTo(essence);
    assertThat(rulebook.essence(holding(Map.of()))).isNotEqualTo(essence);
    assertThat(
            rulebook.essence(
                with(
                    Map.of(
                        "content-type", "application/json; charset=utf-8", "x-request-id", "7"))))
        .as("a header that no rule looks at")
        .isEqualTo(essence);
  }

  @Test
  void theMinuteMattersOnlyWhereARuleHasHours() {
    Rule always =
        new Rule(
            "browse",
            null,
            List.of("GET"),
            null,
            null,
            null,
            null,
            null,
            new Rule.Hours("00:00", "24:00"));
    Rulebook open = new Rulebook(List.of(always), true);

    assertThat(open.essence(at(1))).isEqualTo(open.essence(at(2)));
  }

  private static Question from(String caller, String source) {
    return new Question(
        caller, GOOD.method(), GOOD.path(), GOOD.claims(), GOOD.headers(), source, GOOD.minute());
  }

  private static Question asking(String method, String path) {
    return new Question(
        "load", method, path, GOOD.claims(), GOOD.headers(), GOOD.source(), GOOD.minute());
  }

  private static Question holding(Map<String, List<String>> claims) {
    return new Question(
        "load", "POST", GOOD.path(), claims, GOOD.headers(), GOOD.source(), GOOD.minute());
  }

  private static Question with(Map<String, String> headers) {
    return new Question(
        "load", "POST", GOOD.path(), GOOD.claims(), headers, GOOD.source(), GOOD.minute());
  }

  private static Question at(int minute) {
    return new Question(
        "load", "POST", GOOD.path(), GOOD.claims(), GOOD.headers(), GOOD.source(), minute);
  }
}
