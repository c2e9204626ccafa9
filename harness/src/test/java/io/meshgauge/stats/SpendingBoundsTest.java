package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-10")
class SpendingBoundsTest {
  private static final int[] LOOKS = {3, 5, 8, 12, 20};

  /** Levels that 4,000,000 sessions simulated with NumPy gave; both have a simulation error. */
  @Test
  void aPlanOfFiveLooksHasTheLevelsOfAnIndependentSimulation() {
    SpendingBounds bounds = SpendingBounds.of(0.05, LOOKS);
    double[] expected = {0.0114, 0.0078, 0.0103, 0.0131, 0.0200};
    for (int look = 0; look < LOOKS.length; look++) {
      assertThat(bounds.nominal(LOOKS[look])).isCloseTo(expected[look], withPercentage(6));
    }
  }

  @Test
  void aSingleLookHasTheWholeLevel() {
    assertThat(SpendingBounds.of(0.05, 6).nominal(6)).isCloseTo(0.05, withPercentage(2));
  }

  @Test
  void aSessionThatEndsBetweenTwoLooksHasALevelOfItsOwn() {
    double at8 = SpendingBounds.of(0.05, LOOKS).nominal(8);

    assertThat(SpendingBounds.atEnd(0.05, LOOKS, 8)).isCloseTo(at8, withPercentage(6));
    assertThat(SpendingBounds.atEnd(0.05, LOOKS, 9))
        .as("a look one block after another spends little, so it demands more")
        .isBetween(at8 / 2, at8);
  }

  @Test
  void sessionsWithoutADifferenceStopFalselyInOneOfTwenty() {
    SpendingBounds bounds = SpendingBounds.of(0.05, 3, 4, 5, 6, 7, 8);
    Random random = new Random(7);
    int sessions = 20_000;
    int found = 0;
    for (int session = 0; session < sessions; session++) {
      double[] values = random.doubles(8).map(u -> random.nextGaussian()).toArray();
      boolean stopped = false;
      for (int n = 3; n <= 8 && !stopped; n++) {
        Moments moments = Moments.of(java.util.Arrays.copyOf(values, n));
        stopped = !moments.interval(1 - bounds.nominal(n)).contains(0);
      }
      found += stopped ? 1 : 0;
    }
    assertThat((double) found / sessions).isBetween(0.045, 0.055);
  }

  @Test
  void wrongPlansAreRefusedWithTheReason() {
    assertThatThrownBy(() -> SpendingBounds.of(0.05, 5, 3))
        .hasMessage("looks [5, 3]; expected ascending numbers of blocks, the first at least 2");
    assertThatThrownBy(() -> SpendingBounds.of(0, 3)).hasMessageContaining("level 0.0");
    assertThatThrownBy(() -> SpendingBounds.of(0.05, 3, 5).nominal(4))
        .hasMessage("no look is planned after 4 blocks; looks are after [3, 5]");
  }
}
