package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BootstrapTest {
  @Test
  void medianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
    assertThat(Bootstrap.median(new double[] {9, 1, 3, 5})).isEqualTo(4);
    assertThat(Bootstrap.median(new double[] {9, 1, 3})).isEqualTo(3);
    assertThat(Bootstrap.median(new double[] {Double.MAX_VALUE, Double.MAX_VALUE}))
        .isEqualTo(Double.MAX_VALUE);
  }

  @Test
  void quantileIsNearestRank() {
    double[] draws = {5, 1, 4, 2, 3};
    assertThat(Bootstrap.quantile(draws, 0.2)).isEqualTo(1);
    assertThat(Bootstrap.quantile(draws, 0.21)).isEqualTo(2);
    assertThat(Bootstrap.quantile(draws, 1)).isEqualTo(5);
    assertThat(draws).containsExactly(5, 1, 4, 2, 3);
  }

  @Test
  void medianOfThreeIsTheSmallestInSevenOfTwentySevenResamples() {
    double[] medians = Bootstrap.medians(new double[] {1, 2, 3}, Bootstrap.random(4));

    long smallest = Arrays.stream(medians).filter(median -> median == 1).count();
    assertThat((double) smallest / medians.length).isCloseTo(7.0 / 27, within(0.02));
  }

  @Test
  void differentSeedsDrawDifferently() {
    double[] values = {1, 2, 3, 4, 5};
    assertThat(Bootstrap.medians(values, Bootstrap.random(1)))
        .isEqualTo(Bootstrap.medians(values, Bootstrap.random(1)))
        .isNotEqualTo(Bootstrap.medians(values, Bootstrap.random(2)));
  }
}
