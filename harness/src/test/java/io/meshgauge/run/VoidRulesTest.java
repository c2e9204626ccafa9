package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.run.VoidRulesSimulation.Result;
import io.meshgauge.run.VoidRulesSimulation.Rule;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The small version of {@code docs/benchmarks/void-rules}; seeded, so that it never changes. */
@Tag("long")
@Tag("rule-3")
@Tag("rule-11")
class VoidRulesTest {
  private static final int SESSIONS = 600;

  @Test
  void commonLimitFavoursNoArmWithNoisyNeighbours() {
    Result found = VoidRulesSimulation.of(Rule.ONE_LIMIT, 3, SESSIONS);

    // One standard error of the mean ratio is 0.013, one of each count of void runs 0.05.
    assertThat(found.ratio()).isCloseTo(VoidRulesSimulation.TRUTH, within(0.025));
    assertThat(found.baselineVoid()).isCloseTo(found.meshVoid(), within(0.12));
    assertThat(found.baselineVoid()).isGreaterThan(0.5);
  }

  /** The simulation can tell: by each run's own median the same neighbours favour the baseline. */
  @Test
  void limitByOwnMedianFavoursTheFastArmWithNoisyNeighbours() {
    Result found = VoidRulesSimulation.of(Rule.OWN_MEDIAN, 3, SESSIONS);

    assertThat(found.ratio()).isGreaterThan(VoidRulesSimulation.TRUTH + 0.025);
    assertThat(found.baselineVoid() - found.meshVoid()).isGreaterThan(0.25);
  }
}
