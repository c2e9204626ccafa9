package io.meshgauge.run.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Variant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlacementRuleTest {
  private static final Map<String, String> FIRST =
      Map.of("order", "node-2", "load-worker", "node-3");

  private final PlacementRule rule = PlacementRule.of(List.of());

  @Test
  void runsThatAreAllPlacedAlikeKeepTheRule() {
    assertThat(judge(FIRST)).isEmpty();
    assertThat(judge(FIRST)).isEmpty();
    assertThat(judge(Map.of())).as("a single node").isEmpty();
  }

  @Test
  void runThatWasPlacedOtherwiseIsVoidAndTheWorkloadIsNamed() {
    judge(FIRST);

    assertThat(judge(Map.of("order", "node", "load-worker", "node-3")))
        .hasValueSatisfying(
            reason -> {
              assertThat(reason.rule()).isEqualTo("placement");
              assertThat(reason.summary())
                  .contains("{order=node}", "{load-worker=node-3, order=node-2}");
            });
  }

  @Test
  void workloadThatOnlyOneArmHasIsNotCompared() {
    judge(FIRST);

    assertThat(
            judge(Map.of("order", "node-2", "order-balancer", "node-2", "load-worker", "node-3")))
        .isEmpty();
  }

  @Test
  void armsThatRequestOtherPlacementsAreNotCompared() {
    judge(FIRST);
    Variant together = Variant.plain("envoy").with("placement", "one-node");
    Map<String, String> node = Map.of("order", "node", "load-worker", "node");

    assertThat(rule.judge(together, node, node)).isEmpty();
    assertThat(rule.judge(together, FIRST, Map.of()))
        .as("its own first run was elsewhere")
        .isPresent();
  }

  @Test
  void runPlacedOtherwiseThanDrawnIsVoid() {
    assertThat(rule.judge(Variant.plain("envoy"), FIRST, Map.of("order", "node")))
        .hasValueSatisfying(
            reason ->
                assertThat(reason.summary())
                    .isEqualTo("placed otherwise than drawn: {order=node-2}; drawn: {order=node}"));
    assertThat(judge(Map.of("order", "node", "load-worker", "node-3")))
        .as("it is no measure for the others")
        .isEmpty();
  }

  private Optional<Reason> judge(Map<String, String> nodes) {
    return rule.judge(Variant.plain("envoy"), nodes, Map.of());
  }
}
