package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LinearTrendTest {
  /** Slope 1/5, residuals −1/5, 3/5, −3/5, 1/5, hence t = 1/√2 with 2 degrees of freedom. */
  @Test
  void slopeAndTestAreThoseOfLeastSquares() {
    LinearTrend trend = LinearTrend.of(new double[] {0, 1, 0, 1});

    assertThat(trend.slope()).isCloseTo(0.2, within(1e-12));
    assertThat(trend.p()).isCloseTo(1 - 1 / Math.sqrt(5), within(1e-12));
  }

  @Test
  void aStraightLineIsCertainAndAConstantIsNoTrend() {
    assertThat(LinearTrend.of(new double[] {1, 2, 3, 4, 5})).isEqualTo(new LinearTrend(1, 0));
    assertThat(LinearTrend.of(new double[] {3, 3, 3, 3})).isEqualTo(new LinearTrend(0, 1));
  }

  @Test
  void threeValuesAreTooFew() {
    assertThatThrownBy(() -> LinearTrend.of(new double[] {1, 2, 3}))
        .hasMessage("a trend of 3 values; expected at least 4");
  }
}
