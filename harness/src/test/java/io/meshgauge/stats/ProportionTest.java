package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProportionTest {

  /** {@code scipy.stats.binomtest(hits, trials).proportion_ci(0.95, 'exact')}, SciPy 1.17. */
  @ParameterizedTest
  @CsvSource({
    "0, 600, 0.0, 0.006129271330",
    "1, 600, 0.00004219545639, 0.009250772279",
    "1000, 6000, 0.157317211219, 0.176341387034",
    "600, 600, 0.993870728669, 1.0",
    "3, 10, 0.066739511178, 0.652452850060"
  })
  void theIntervalIsThatOfSciPy(long hits, long trials, double low, double high) {
    Interval interval = new Proportion(hits, trials).interval(0.95);

    assertThat(interval.low()).isCloseTo(low, within(1e-8));
    assertThat(interval.high()).isCloseTo(high, within(1e-8));
  }

  @Test
  void itCoversTheTrueShareAtLeastAsOftenAsItSays() {
    Random random = new Random(20261123);
    int covered = 0;
    for (int i = 0; i < 4_000; i++) {
      int hits = 0;
      for (int trial = 0; trial < 300; trial++) {
        hits += random.nextDouble() < 0.02 ? 1 : 0;
      }
      covered += new Proportion(hits, 300).interval(0.95).contains(0.02) ? 1 : 0;
    }
    assertThat(covered / 4_000.0).isBetween(0.95, 0.995);
  }

  @Test
  void whatIsNoShareIsRefused() {
    assertThatThrownBy(() -> new Proportion(3, 2)).hasMessageContaining("3 of 2");
    assertThatThrownBy(() -> new Proportion(0, 0)).hasMessageContaining("at least one trial");
  }
}
