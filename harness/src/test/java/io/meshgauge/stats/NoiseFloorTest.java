package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-8")
class NoiseFloorTest {
  @Test
  void aBaselineThatNeverVariesHasNoFloor() {
    NoiseFloor floor = floor(Replicates.of(5, 5, 5), Replicates.of(5, 5, 5));

    assertThat(floor.absolute()).isZero();
    assertThat(floor.distinct()).isFalse();
  }

  @Test
  void itIsTheFartherEndOfTheIntervalOfTheBaselineAgainstItself() {
    NoiseFloor floor = floor(Replicates.of(10, 11, 12), Replicates.of(10, 12, 14));
    Interval interval = floor.difference().interval().orElseThrow();

    assertThat(floor.absolute()).isEqualTo(interval.high()).isGreaterThan(-interval.low());
    assertThat(floor.relative().orElseThrow())
        .isCloseTo(interval.high() / Math.cbrt(10 * 11 * 12), within(1e-9));
    assertThat(floor.distinct()).isFalse();
  }

  @Test
  void twoMeasurementsThatDifferInEveryBlockAreDistinct() {
    assertThat(floor(Replicates.of(10, 11, 12), Replicates.of(11, 12.1, 13.3)).distinct()).isTrue();
  }

  @Test
  void withoutAnIntervalItIsTheDifferenceThatWasObserved() {
    assertThat(floor(Replicates.of(10), Replicates.of(9)).absolute()).isCloseTo(1, within(1e-9));
  }

  @Test
  void relativeFloorOfAMetricAtZeroIsNotDefined() {
    assertThat(floor(Replicates.of(0, 0, 0), Replicates.of(0, 0, 0)).relative()).isEmpty();
  }

  private static NoiseFloor floor(Replicates baseline, Replicates again) {
    return NoiseFloor.of(Metric.RESPONSE_P99, baseline, again);
  }
}
