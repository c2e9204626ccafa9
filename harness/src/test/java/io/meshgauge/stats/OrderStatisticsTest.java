package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OrderStatisticsTest {
  @Test
  void medianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
    assertThat(OrderStatistics.median(new double[] {9, 1, 3, 5})).isEqualTo(4);
    assertThat(OrderStatistics.median(new double[] {9, 1, 3})).isEqualTo(3);
    assertThat(OrderStatistics.median(new double[] {Double.MAX_VALUE, Double.MAX_VALUE}))
        .isEqualTo(Double.MAX_VALUE);
  }

  @Test
  void quantileIsNearestRank() {
    double[] draws = {5, 1, 4, 2, 3};
    assertThat(OrderStatistics.quantile(draws, 0.2)).isEqualTo(1);
    assertThat(OrderStatistics.quantile(draws, 0.21)).isEqualTo(2);
    assertThat(OrderStatistics.quantile(draws, 1)).isEqualTo(5);
    assertThat(draws).containsExactly(5, 1, 4, 2, 3);
  }
}
