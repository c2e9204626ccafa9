package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WelchTest {
  private static final double[] SAME = {0.011, 0.011, 0.011};

  @Test
  void valuesThatDoNotVaryHaveNoTestEvenWhereTheirMeanRounds() {
    // (0.011 + 0.011 + 0.011) / 3 is not 0.011: a variance of 1e-36 that is none.
    assertThat(Welch.of(SAME, SAME)).isEmpty();
    assertThat(Welch.of(SAME, new double[] {0.022, 0.022, 0.022})).isEmpty();
  }

  @Test
  void oneArmThatVariesIsEnough() {
    Welch welch = Welch.of(SAME, new double[] {0.021, 0.022, 0.023}).orElseThrow();

    assertThat(welch.meanDifference()).isBetween(0.0109, 0.0111);
    assertThat(welch.p()).isBetween(0.0, 0.05);
  }
}
