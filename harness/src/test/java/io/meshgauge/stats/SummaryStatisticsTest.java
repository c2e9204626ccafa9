package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/**
 * Tests from means and deviations alone: latency and throughput of irj-2025-istio-isolation. The
 * values are those of {@code scipy.stats.ttest_ind_from_stats} and of the formulas in NumPy.
 */
class SummaryStatisticsTest {
  private static final Moments LATENCY = new Moments(20, 11.66, 0.25 * 0.25);
  private static final Moments WITH_ISTIO = new Moments(20, 15.00, 0.22 * 0.22);
  private static final Moments THROUGHPUT = new Moments(20, 14.53, 0.90 * 0.90);
  private static final Moments BEHIND_ISTIO = new Moments(20, 7.43, 0.53 * 0.53);

  @Test
  void welchAgreesWithSciPy() {
    Welch welch = Welch.of(LATENCY, WITH_ISTIO).orElseThrow();

    assertThat(welch.t()).isCloseTo(44.85343329008411, within(1e-9));
    assertThat(welch.degreesOfFreedom()).isCloseTo(37.395502503676695, within(1e-9));
    assertThat(welch.p()).isCloseTo(4.030175590650425e-34, within(1e-42));
    assertThat(welch.interval().low()).isCloseTo(3.1891739163832824, within(1e-9));
    assertThat(welch.interval().high()).isCloseTo(3.4908260836167173, within(1e-9));
    assertThat(welch.interval(0.95).width()).isCloseTo(welch.interval().width(), within(1e-12));
    assertThat(welch.interval(0.90).width()).isLessThan(welch.interval().width());
  }

  @Test
  void ratioOfMeansHasTheIntervalOfTheDeltaMethod() {
    Welch logarithms = Welch.of(THROUGHPUT.logarithms(), BEHIND_ISTIO.logarithms()).orElseThrow();

    assertThat(Math.exp(logarithms.meanDifference())).isCloseTo(0.5113558155540262, within(1e-12));
    assertThat(Math.exp(logarithms.interval().low())).isCloseTo(0.4899353730285266, within(1e-12));
    assertThat(Math.exp(logarithms.interval().high())).isCloseTo(0.5337127802888775, within(1e-9));
  }

  @Test
  void effectSizeHasAnInterval() {
    EffectSize effect = EffectSize.of(LATENCY, WITH_ISTIO).orElseThrow();

    assertThat(effect.cohensD()).isCloseTo(14.183901007508565, within(1e-9));
    assertThat(effect.hedgesG()).isCloseTo(13.902101649743495, within(1e-9));
    assertThat(effect.interval(20, 20).low()).isCloseTo(10.795746488076084, within(1e-9));
    assertThat(effect.interval(20, 20).high()).isCloseTo(17.008456811410905, within(1e-9));
  }

  @Test
  void replicatesAndTheirMomentsGiveTheSameTest() {
    double[] some = {10, 11, 12.5, 9};
    double[] others = {14, 13, 17};

    assertThat(Welch.of(some, others)).isEqualTo(Welch.of(Moments.of(some), Moments.of(others)));
    assertThat(EffectSize.of(some, others))
        .isEqualTo(EffectSize.of(Moments.of(some), Moments.of(others)));
  }

  @Test
  void aTrueDifferenceOfTheDetectableSizeIsFoundInFourOfFiveSamples() {
    // Two samples of 20 with deviation 1, by SciPy's noncentral t distribution: 0.9091.
    Welch welch = Welch.of(new Moments(20, 0, 1), new Moments(20, 1, 1)).orElseThrow();

    assertThat(welch.detectable(0.05, 0.80)).isCloseTo(0.909, within(0.01));
  }
}
