package io.meshgauge.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Replicates;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-21")
class SensitivityTest {
  @Test
  void drawnWeightsSumToOneAroundTheGivenOnes() {
    double[][] draws = Sensitivity.dirichlet(new double[] {10, 40, 0}, Sensitivity.random(3));

    assertThat(List.of(draws)).allSatisfy(w -> assertThat(w[0] + w[1]).isCloseTo(1, within(1e-12)));
    double mean = Arrays.stream(draws).mapToDouble(w -> w[0]).average().orElseThrow();
    double square =
        Arrays.stream(draws).mapToDouble(w -> (w[0] - 0.2) * (w[0] - 0.2)).average().orElseThrow();
    assertThat(mean).isCloseTo(0.2, within(0.005));
    assertThat(Math.sqrt(square)).isCloseTo(Math.sqrt(0.2 * 0.8 / 51), within(0.003));
    assertThat(List.of(draws)).allSatisfy(w -> assertThat(w[2]).isZero());
  }

  @Test
  void aSharedRankIsDivided() {
    double[][] scores = {{1, 1, 0, 0.5}, {0, 1, 1, 0.5}, {0, 0, 0, 0.5}};

    double[][] shares = Sensitivity.rankShares(scores);

    assertThat(shares[0][0]).isCloseTo((1 + 0.5 + 0 + 1.0 / 3) / 4, within(1e-12));
    assertThat(shares[2][0]).isCloseTo(1.0 / 12, within(1e-12));
    assertThat(List.of(shares))
        .allSatisfy(it -> assertThat(Arrays.stream(it).sum()).isCloseTo(1, within(1e-9)));
  }

  /** The share of draws above 0 is 1 - p/2 of Student's test on the same blocks. */
  @Test
  void drawsOfMeansFollowStudentsDistribution() {
    double[][] scores = {{0.61, 0.66, 0.63, 0.70}, {0.60, 0.62, 0.64, 0.65}};
    double p =
        Difference.inUnits(List.of(Replicates.of(scores[1])), Replicates.of(scores[0]))
            .p()
            .orElseThrow();

    double[][] draws = Sensitivity.means(scores, Sensitivity.random(5));

    double first = Sensitivity.rankShares(draws)[0][0];
    assertThat(first).isCloseTo(1 - p / 2, within(0.01));
  }
}
