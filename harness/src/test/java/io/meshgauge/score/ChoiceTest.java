package io.meshgauge.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import io.meshgauge.score.Choice.Turn;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChoiceTest {
  /** 0.75 and 0.5 points against 0.5 and 0.75. */
  private static final Contest CONTEST =
      Fixtures.contest(
          Fixtures.variant("baseline", 0.015, 200, 2),
          Fixtures.variant("swift", 0.020, 200, 5),
          Fixtures.variant("frugal", 0.030, 200, 3));

  private static Choice weighing(double p99) {
    return Choice.of(
        new UsageProfile(
            "mine",
            "",
            UsageProfile.Demands.everywhere(),
            List.of(),
            List.of(
                Criterion.cost(Metric.RESPONSE_P99, 0.010, 0.040),
                Criterion.cost(Metric.CPU_SYSTEM, 1, 8)),
            WeightSet.of("mine", Map.of(Metric.RESPONSE_P99, p99, Metric.CPU_SYSTEM, 1 - p99)),
            0.01),
        CONTEST,
        1);
  }

  @Test
  void theFirstBeatsTheOthersAndLeadsByTheWeightedPoints() {
    Choice choice = weighing(0.7);

    assertThat(choice.unbeaten()).containsExactly("swift");
    assertThat(choice.order()).containsExactly("swift", "frugal");
    assertThat(choice.lead("swift", "frugal").orElseThrow().absolute())
        .isCloseTo(0.7 * 0.25 - 0.3 * 0.25, within(1e-9));
  }

  @Test
  void theBaselineIsNoCandidate() {
    assertThat(weighing(0.7).order()).doesNotContain("baseline");
  }

  @Test
  void atTheTurnTheOtherComesFirst() {
    Turn turn = weighing(0.7).turn("swift").orElseThrow();

    assertThat(turn.variant()).isEqualTo("frugal");
    assertThat(turn.from()).isCloseTo(0.7, within(1e-9));
    assertThat(turn.metric()).isEqualTo(Metric.RESPONSE_P99);
    assertThat(turn.to()).isCloseTo(0.5, within(1e-9));
    assertThat(weighing(turn.to() + 0.02).order().get(0)).isEqualTo("swift");
    assertThat(weighing(turn.to() - 0.02).order().get(0)).isEqualTo("frugal");
  }

  @Test
  void nothingTurnsAWinnerInEveryCriterion() {
    Contest contest =
        Fixtures.contest(
            Fixtures.variant("best", 0.015, 200, 2), Fixtures.variant("other", 0.030, 200, 3));
    UsageProfile equal =
        new UsageProfile(
            "equal",
            "",
            UsageProfile.Demands.everywhere(),
            List.of(),
            Fixtures.RULES.criteria(),
            WeightSet.of("equal", Map.of(Metric.RESPONSE_P99, 0.5, Metric.THROUGHPUT, 0.5)),
            0.01);

    assertThat(Choice.of(equal, contest, 1).turn("best")).isEmpty();
  }
}
