package io.meshgauge.run.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("rule-4")
class RatePlanTest {
  private static final int THIS_MACHINE_PERCENT = 28;
  private static final int NODES_PERCENT = 12;

  @Test
  void slowestArmUsesLessThanHalfOfTheMachine() {
    // 342 req/s kept 1.9 of 2 cores busy: 5.56 ms of CPU each; 28 % of 2 cores is 560 ms a second.
    RatePlan plan = RatePlan.of("istio-mtls", 342, 1.9, 2, THIS_MACHINE_PERCENT);

    assertThat(plan.requestsPerSecond()).isEqualTo(100);
    assertThat(plan.explanation())
        .contains("100 req/s for all arms", "istio-mtls completed 342 req/s", "1.9 of 2 cores")
        .contains("fill about 28 % of the machine");
  }

  @ParameterizedTest
  @CsvSource({
    "1e5, 2, 2, 28000",
    "3426, 1.9, 2, 1000",
    "34, 1.9, 2, 10",
    "3, 2, 2, 1",
    "1, 2, 2, 1"
  })
  void rateHasTwoDigitsAndIsAtLeastOne(
      double capacity, double busy, double cores, double expected) {
    assertThat(
            RatePlan.of("envoy", capacity, busy, cores, THIS_MACHINE_PERCENT).requestsPerSecond())
        .isEqualTo(expected);
  }

  @Test
  void idleMachineIsNotMistakenForASmallOne() {
    // The same cost per request, found with the machine half idle.
    assertThat(RatePlan.of("envoy", 171, 0.95, 2, THIS_MACHINE_PERCENT).requestsPerSecond())
        .isEqualTo(RatePlan.of("envoy", 342, 1.9, 2, THIS_MACHINE_PERCENT).requestsPerSecond());
  }

  @Test
  void nodesWithDaemonsGetALowerShare() {
    assertThat(RatePlan.of("envoy", 342, 1.9, 2, NODES_PERCENT).requestsPerSecond()).isEqualTo(43);
  }
}
