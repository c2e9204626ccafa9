package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Warning;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummaryTest {
  @Test
  void centreIsTheMedianAndSpreadIsOfTheSample() {
    Summary summary = Summary.of(new double[] {4, 1, 3, 2, 10, 7}, 1);

    assertThat(summary.n()).isEqualTo(6);
    assertThat(summary.median()).isEqualTo(3.5);
    assertThat(summary.mean()).isEqualTo(4.5);
    assertThat(summary.standardDeviation()).isCloseTo(3.391164991562634, within(1e-12));
    assertThat(summary.low()).isEqualTo(1);
    assertThat(summary.high()).isEqualTo(10);
    assertThat(summary.interval().contains(3.5)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void upToFiveReplicatesTheIntervalIsTheirRange(int n) {
    double[] replicates = new Random(n).doubles(n).toArray();

    Summary summary = Summary.of(replicates, 99);

    assertThat(summary.interval()).isEqualTo(new Interval(summary.low(), summary.high()));
    assertThat(summary.warnings("p99")).isNotEmpty();
  }

  @Test
  void threeReplicatesSayHowMuchTheirIntervalIsWorth() {
    Summary summary = Summary.of(new double[] {1, 2, 3}, 1);

    assertThat(summary.coverage()).isEqualTo(0.75);
    assertThat(summary.warnings("istio-mtls"))
        .containsExactly(
            new Warning(
                "istio-mtls",
                "the interval of 3 replicates is their range; it holds the median in 75 % of"
                    + " sessions, not in 95 % (that takes 6 replicates)"));
  }

  @Test
  void sixReplicatesNeedNoReservation() {
    assertThat(Summary.of(new double[] {1, 2, 3, 4, 5, 6}, 1).warnings("p99")).isEmpty();
  }

  @Test
  void theSameSeedGivesTheSameInterval() {
    double[] replicates = new Random(5).doubles(12).toArray();

    assertThat(Summary.of(replicates, 8)).isEqualTo(Summary.of(replicates, 8));
  }

  @Test
  void theArgumentIsLeftInItsOrder() {
    double[] replicates = {3, 1, 2};
    Summary.of(replicates, 1);
    assertThat(replicates).containsExactly(3, 1, 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 8, 15})
  void intervalsHoldTheTrueMedianAboutAsOftenAsTheySay(int n) {
    Random random = new Random(20 + n);
    int sessions = 400;
    int held = 0;
    for (int session = 0; session < sessions; session++) {
      double[] replicates = random.doubles(n).map(u -> Math.exp(3 * u)).toArray();
      held += Summary.of(replicates, session).interval().contains(Math.exp(1.5)) ? 1 : 0;
    }
    double claimed = Summary.of(new double[n], 0).coverage();
    assertThat((double) held / sessions).as("seed %d", 20 + n).isBetween(claimed - 0.05, 1.0);
  }

  @Test
  void noReplicateAndNoNumberAreRefusedInWords() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Summary.of(new double[0], 1))
        .withMessageStartingWith("no replicate; expected at least one value");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Summary.of(new double[] {1, Double.NaN}, 1))
        .withMessageStartingWith("replicate 2 of 2 is NaN; expected finite values");
  }
}
