package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("rule-18")
class SummaryTest {
  @Test
  void centreIsTheMedianAndSpreadIsOfTheSample() {
    Summary summary = Summary.of(new double[] {4, 1, 3, 2, 10, 7});

    assertThat(summary.n()).isEqualTo(6);
    assertThat(summary.median()).isEqualTo(3.5);
    assertThat(summary.mean()).isEqualTo(4.5);
    assertThat(summary.standardDeviation()).isCloseTo(3.391164991562634, within(1e-12));
    assertThat(summary.low()).isEqualTo(1);
    assertThat(summary.high()).isEqualTo(10);
    assertThat(summary.interval()).contains(new Interval(1, 10));
  }

  /** Exact levels by the binomial distribution, for example 1 − 2·P(B(7, ½) &lt; 1) = 0.984375. */
  @ParameterizedTest
  @CsvSource({
    "2, 1, 0.5",
    "3, 1, 0.75",
    "5, 1, 0.9375",
    "6, 1, 0.96875",
    "7, 1, 0.984375",
    "8, 1, 0.9921875",
    "9, 2, 0.9609375",
    "10, 2, 0.978515625",
    "20, 6, 0.958610534667969"
  })
  void theIntervalLiesBetweenReplicatesAndItsLevelIsExact(int n, int k, double level) {
    double[] replicates = IntStream.rangeClosed(1, n).mapToDouble(i -> i).toArray();

    Summary summary = Summary.of(replicates);

    assertThat(summary.interval()).contains(new Interval(k, n + 1 - k));
    assertThat(summary.level()).isCloseTo(level, within(1e-12));
  }

  @Test
  void oneRunHasNoInterval() {
    Summary summary = Summary.of(65.6);

    assertThat(summary.interval()).isEmpty();
    assertThat(summary.level()).isZero();
  }

  @Test
  void theArgumentIsLeftInItsOrder() {
    double[] replicates = {3, 1, 2};
    Summary.of(replicates);
    assertThat(replicates).containsExactly(3, 1, 2);
  }

  @Test
  void noReplicateAndNoNumberAreRefusedInWords() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Summary.of(new double[0]))
        .withMessageStartingWith("no replicate; expected at least one value");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Summary.of(new double[] {1, Double.NaN}))
        .withMessageStartingWith("replicate 2 of 2 is NaN; expected finite values");
  }
}
