package io.meshgauge.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import io.meshgauge.score.WeightTriangle.Cell;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WeightTriangleTest {
  private static final ScoringRules THREE =
      new ScoringRules(
          List.of(
              Criterion.cost(Metric.RESPONSE_P99, 0, 0.100),
              Criterion.benefit(Metric.THROUGHPUT, 0, 1000),
              Criterion.cost(Metric.CPU_SYSTEM, 0, 10)),
          List.of(
              WeightSet.of(
                  "equal",
                  Map.of(
                      Metric.RESPONSE_P99, 0.4, Metric.THROUGHPUT, 0.3, Metric.CPU_SYSTEM, 0.3))),
          Optional.empty());

  /** "a" leads by 0.2 points of p99 and 0.1 of throughput, "b" by 0.2 of CPU. */
  private static final ScoreInput A = Fixtures.variant("a", 0.020, 500, 5);

  private static final ScoreInput B = Fixtures.variant("b", 0.040, 400, 3);

  private static List<WeightTriangle> of(ScoreInput... variants) {
    return WeightTriangle.of(THREE, Fixtures.contest(variants), 1);
  }

  @Test
  void sharesAreTheAreasOfTheTriangle() {
    WeightTriangle found = of(A, B).get(0);

    // b is first beyond the line from 1/2 on one edge to 2/3 on the other: an area of 1/2 × 2/3.
    assertThat(found.share("b")).isCloseTo(1 / 3.0, within(0.03));
    assertThat(found.share("a") + found.share("b")).isCloseTo(1, within(0.01));
    assertThat(found.shareApart("a")).isPositive().isLessThanOrEqualTo(found.share("a"));
  }

  @Test
  void everyCornerBelongsToTheBestInItsCriterion() {
    WeightTriangle found = of(A, B).get(0);
    List<Cell> edge = found.rows().get(0);

    assertThat(found.corners()).extracting(WeightTriangle.Corner::name).hasSize(3);
    assertThat(winner(found, found.rows().get(WeightTriangle.SIDE - 1).get(0))).isEqualTo("a");
    assertThat(winner(found, edge.get(0))).isEqualTo("a");
    assertThat(winner(found, edge.get(edge.size() - 1))).isEqualTo("b");
    assertThat(found.rows().stream().mapToInt(List::size).sum())
        .isEqualTo(WeightTriangle.SIDE * WeightTriangle.SIDE);
  }

  private static String winner(WeightTriangle of, Cell cell) {
    return of.variants().get(cell.winner());
  }

  @Test
  void unequalPromisesAreNotComparedAndTwoCriteriaHaveNoTriangle() {
    assertThat(of(A, Fixtures.promising("encryption", B))).isEmpty();
    assertThat(WeightTriangle.of(Fixtures.RULES, Fixtures.contest(A, B), 1)).isEmpty();
  }
}
