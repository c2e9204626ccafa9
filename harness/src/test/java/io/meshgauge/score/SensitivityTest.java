package io.meshgauge.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.stats.Bootstrap;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-21")
class SensitivityTest {
  @Test
  void drawnWeightsSumToOneAroundTheGivenOnes() {
    double[][] draws = Sensitivity.dirichlet(new double[] {10, 40, 0}, Bootstrap.random(3));

    assertThat(List.of(draws)).allSatisfy(w -> assertThat(w[0] + w[1]).isCloseTo(1, within(1e-12)));
    double mean = Arrays.stream(draws).mapToDouble(w -> w[0]).average().orElseThrow();
    double square =
        Arrays.stream(draws).mapToDouble(w -> (w[0] - 0.2) * (w[0] - 0.2)).average().orElseThrow();
    assertThat(mean).isCloseTo(0.2, within(0.005));
    assertThat(Math.sqrt(square)).isCloseTo(Math.sqrt(0.2 * 0.8 / 51), within(0.003));
    assertThat(List.of(draws)).allSatisfy(w -> assertThat(w[2]).isZero());
  }

  @Test
  void aSharedFirstPlaceIsDivided() {
    double[][] scores = {{1, 1, 0, 0.5}, {0, 1, 1, 0.5}, {0, 0, 0, 0.5}};

    assertThat(Sensitivity.firstPlaces(scores))
        .containsExactly(
            new double[] {(1 + 0.5 + 1.0 / 3) / 4, (0.5 + 1 + 1.0 / 3) / 4, 1.0 / 12},
            within(1e-12));
  }
}
