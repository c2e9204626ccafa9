package io.meshgauge.stats.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.stats.Interval;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Reference values by SciPy 1.17.1 ({@code theilslopes}, {@code kendalltau}) and pyMannKendall
 * 1.4.3 ({@code original_test}).
 */
class TrendTest {
  /** Window 5 is missing. */
  private static final double[] HOURS = {0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14};

  private static final double[] VALUES = {
    5.2, 5.9, 5.1, 6.3, 6.0, 6.6, 5.8, 7.1, 6.9, 7.4, 7.4, 6.8, 7.9, 8.1
  };

  private static final double[] TIED = {3, 3, 4, 3, 5, 5, 4, 6, 6, 6, 7, 5};
  private static final Offset<Double> EXACTLY = within(1e-12);

  @Test
  void slopeAndInterceptAgreeWithSciPyOverAGap() {
    TheilSen line = TheilSen.of(Series.of(HOURS, VALUES));

    assertThat(line.slopePerHour()).isCloseTo(0.1857142857142858, EXACTLY);
    // SciPy's intercept leads through the medians; ours halves what the slope leaves.
    assertThat(line.at(8.5)).isCloseTo(6.9, within(0.1));
    assertThat(line.n()).isEqualTo(14);
  }

  @Test
  void intervalIsSciPysOrOneSlopeWider() {
    Series series = Series.of(HOURS, VALUES);

    Interval interval =
        TheilSen.of(series, MannKendall.ofIndependent(series), 0.95).interval().orElseThrow();

    assertThat(interval.low()).isBetween(0.12, 0.14000000000000004);
    assertThat(interval.high()).isBetween(0.23749999999999993, 0.26);
  }

  @Test
  void plainTestAgreesWithPyMannKendall() {
    MannKendall test = MannKendall.ofIndependent(Series.of(HOURS, VALUES));

    assertThat(test.s()).isEqualTo(66);
    assertThat(test.variance()).isCloseTo(332.6666666666667, within(1e-9));
    assertThat(test.z()).isCloseTo(3.5637621696183945, EXACTLY);
    assertThat(test.p()).isCloseTo(0.0003655772109882882, EXACTLY);
    assertThat(test.tau()).isCloseTo(0.7292928985449755, EXACTLY);
  }

  @Test
  void tiesAreCorrectedAsPyMannKendallDoes() {
    MannKendall test = MannKendall.ofIndependent(minutes(TIED));

    assertThat(test.s()).isEqualTo(42);
    assertThat(test.variance()).isCloseTo(200.66666666666666, within(1e-9));
    assertThat(test.p()).isCloseTo(0.00379983177248322, EXACTLY);
    assertThat(test.tau()).isCloseTo(0.6908492797077573, EXACTLY);
    assertThat(TheilSen.slopeOf(minutes(TIED))).isCloseTo(20, EXACTLY);
  }

  @Test
  void valuesThatNeverChangeHaveNoTrend() {
    MannKendall test = MannKendall.of(minutes(new double[20]));

    assertThat(test.p()).isEqualTo(1);
    assertThat(Trend.of(minutes(new double[20])).orElseThrow().slopePerHour()).isZero();
    assertThat(Trend.of(minutes(new double[20])).orElseThrow().atLeast()).isZero();
  }

  @Test
  void persistenceWidensTheTest() {
    double[] waves = new double[64];
    for (int i = 0; i < waves.length; i++) {
      waves[i] = Math.sin(i / 5.0) + 0.02 * i;
    }

    assertThat(MannKendall.of(minutes(waves)).inflation()).isGreaterThan(5);
    assertThat(MannKendall.of(minutes(waves)).p())
        .isGreaterThan(2 * MannKendall.ofIndependent(minutes(waves)).p());
  }

  @Test
  void aQuarterOfWildValuesMovesTheSlopeByLittle() {
    double[] values = new double[40];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 5 == 2 ? 10_000 : 2 * i;
    }

    assertThat(TheilSen.of(minutes(values)).slopePerHour()).isCloseTo(120, within(30.0));
  }

  @Test
  void longSeriesAreThinnedToMediansAndKeepTheirSlope() {
    double[] values = new double[3000];
    for (int i = 0; i < values.length; i++) {
      values[i] = 0.1 * i + (i % 7);
    }

    TheilSen line = TheilSen.of(minutes(values));

    assertThat(line.n()).isEqualTo(3000);
    assertThat(line.slopePerHour()).isCloseTo(6, within(0.01));
    assertThat(line.at(50)).isCloseTo(303, within(1.0));
    assertThat(minutes(values).inBlocks(512).size()).isEqualTo(512);
  }

  @Test
  void whatIsNoSeriesIsRefusedInWords() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Series.of(new double[] {0, 1}, new double[1]))
        .withMessageContaining("2 times and 1 values");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Series.of(new double[] {1, 1}, new double[2]))
        .withMessageContaining("expected time to rise");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Series.of(new double[] {1}, new double[] {Double.NaN}))
        .withMessageContaining("a window without a value is left out");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MannKendall.of(minutes(new double[7])))
        .withMessage("a trend of 7 windows; expected at least 8");
    assertThat(Trend.of(minutes(new double[11]))).isEmpty();
  }

  private static Series minutes(double[] values) {
    double[] hours = new double[values.length];
    for (int i = 0; i < hours.length; i++) {
      hours[i] = i / 60.0;
    }
    return Series.of(hours, values);
  }
}
