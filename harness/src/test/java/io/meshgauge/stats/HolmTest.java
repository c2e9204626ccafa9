package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-18")
class HolmTest {
  @Test
  void adjustedValuesAgreeWithStatsmodels() {
    // multipletests([0.01, 0.04, 0.03, 0.005, 0.5], method='holm')
    assertThat(Holm.adjust(new double[] {0.01, 0.04, 0.03, 0.005, 0.5}))
        .containsExactly(new double[] {0.04, 0.09, 0.09, 0.025, 0.5}, within(1e-12));
  }

  @Test
  void aFamilyOfOneIsLeftAsItIs() {
    assertThat(Holm.adjust(new double[] {0.03})).containsExactly(0.03);
    assertThat(Holm.adjust(new double[0])).isEmpty();
  }

  @Test
  void adjustedValuesKeepTheOrderAndNeverFall() {
    Random random = new Random(11);
    for (int round = 0; round < 200; round++) {
      double[] p = random.doubles(1 + random.nextInt(12)).toArray();
      double[] adjusted = Holm.adjust(p);
      for (int i = 0; i < p.length; i++) {
        assertThat(adjusted[i]).as("round %d", round).isBetween(p[i], 1.0);
        for (int j = 0; j < p.length; j++) {
          assertThat(p[i] < p[j] && adjusted[i] > adjusted[j]).as("round %d", round).isFalse();
        }
      }
    }
  }

  @Test
  void whatIsNoProbabilityIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Holm.adjust(new double[] {0.2, 1.5}))
        .withMessage("p value 2 is 1.5; expected a probability from 0 to 1");
    assertThatIllegalArgumentException().isThrownBy(() -> Holm.adjust(new double[] {Double.NaN}));
  }
}
