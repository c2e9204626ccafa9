package io.meshgauge.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-6")
class LatencyHistogramTest {
  private final Histogram micros = new Histogram(1, LatencyHistogram.HIGHEST_MICROS, 3);

  @Test
  void whatIsSlowerThanALimitIsCountedToTheHistogramsResolution() {
    micros.recordValueWithCount(10_000, 90);
    micros.recordValueWithCount(50_000, 7);
    micros.recordValueWithCount(51_000, 2);
    micros.recordValueWithCount(2_000_000, 1);
    LatencyHistogram latencies = LatencyHistogram.ofMicros(List.of(micros));

    assertThat(latencies.above(0.05)).as("what is at the limit keeps it").isEqualTo(3);
    assertThat(latencies.above(0.005)).isEqualTo(100);
    assertThat(latencies.above(2)).isZero();
    assertThat(latencies.above(1e9)).isZero();
  }

  @Test
  void percentilesAreNearestRanksToThreeDigits() {
    for (int value = 1; value <= 1000; value++) {
      micros.recordValue(value);
    }
    LatencyHistogram latencies = LatencyHistogram.ofMicros(List.of(micros));

    assertThat(latencies.seconds(99)).as("the 990th of 1,000").isEqualTo(990e-6);
    assertThat(latencies.seconds(99.05)).as("and not between two").isEqualTo(991e-6);
    assertThat(latencies.seconds(50)).isEqualTo(500e-6);
    assertThat(micros.getNumberOfSignificantValueDigits()).isEqualTo(3);
  }

  @Test
  void meanAndDeviationAreThoseOfAllValues() {
    micros.recordValueWithCount(10_000, 50);
    micros.recordValueWithCount(30_000, 50);
    LatencyHistogram latencies = LatencyHistogram.ofMicros(List.of(micros));

    assertThat(latencies.meanSeconds()).isCloseTo(0.020, within(2e-5));
    assertThat(latencies.deviationSeconds()).isCloseTo(0.010, within(2e-5));
    assertThat(LatencyHistogram.ofMicros(List.of()).deviationSeconds()).isZero();
  }

  @Test
  void whereNothingWasRecordedNothingIsSlow() {
    assertThat(LatencyHistogram.ofMicros(List.of()).above(0.001)).isZero();
  }
}
