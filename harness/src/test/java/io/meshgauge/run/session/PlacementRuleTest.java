package io.meshgauge.run.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlacementRuleTest {
  private static final Map<String, String> FIRST =
      Map.of("order", "node-2", "load-worker", "node-3");

  private final PlacementRule rule = PlacementRule.of(List.of());

  @Test
  void runsThatAreAllPlacedAlikeKeepTheRule() {
    assertThat(rule.judge(FIRST)).isEmpty();
    assertThat(rule.judge(FIRST)).isEmpty();
    assertThat(rule.judge(Map.of())).as("a single node").isEmpty();
  }

  @Test
  void runThatWasPlacedOtherwiseIsVoidAndTheWorkloadIsNamed() {
    rule.judge(FIRST);

    assertThat(rule.judge(Map.of("order", "node", "load-worker", "node-3")))
        .hasValueSatisfying(
            reason -> {
              assertThat(reason.rule()).isEqualTo("placement");
              assertThat(reason.summary())
                  .contains("{order=node}", "{load-worker=node-3, order=node-2}");
            });
  }

  @Test
  void workloadThatOnlyOneArmHasIsNotCompared() {
    rule.judge(FIRST);

    assertThat(
            rule.judge(
                Map.of("order", "node-2", "order-balancer", "node-2", "load-worker", "node-3")))
        .isEmpty();
  }
}
