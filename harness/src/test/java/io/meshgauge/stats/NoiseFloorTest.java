package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-8")
class NoiseFloorTest {
  @Test
  void aBaselineThatNeverVariesHasNoFloor() {
    NoiseFloor floor =
        NoiseFloor.of(Metric.RESPONSE_P99, new double[] {5, 5, 5}, new double[] {5, 5, 5}, 1);

    assertThat(floor.absolute()).isZero();
    assertThat(floor.hides(0)).isTrue();
    assertThat(floor.hides(0.001)).isFalse();
  }

  @Test
  void withThreeReplicatesItIsTheLargestDistanceAcrossTheArms() {
    NoiseFloor floor =
        NoiseFloor.of(Metric.RESPONSE_P99, new double[] {10, 11, 12}, new double[] {10, 12, 14}, 1);

    assertThat(floor.observed()).isEqualTo(1);
    assertThat(floor.absolute()).isEqualTo(4);
    assertThat(floor.relative().orElseThrow()).isCloseTo(4 / 11.5, within(1e-12));
    assertThat(floor.hides(-4)).isTrue();
    assertThat(floor.hides(4.1)).isFalse();
  }

  @Test
  void itIsNeverBelowTheDifferenceThatWasObserved() {
    Random random = new Random(3);
    for (int round = 0; round < 50; round++) {
      double[] first = random.doubles(3 + random.nextInt(6)).toArray();
      double[] second = random.doubles(3 + random.nextInt(6)).map(x -> x + 0.3).toArray();

      NoiseFloor floor = NoiseFloor.of(Metric.THROUGHPUT, first, second, round);

      assertThat(floor.hides(floor.observed())).as("round %d of seed 3", round).isTrue();
    }
  }

  @Test
  void relativeFloorOfAMetricAtZeroIsNotDefined() {
    NoiseFloor floor = NoiseFloor.of(Metric.ERROR_RATIO, new double[3], new double[3], 1);

    assertThat(floor.relative()).isEmpty();
  }
}
