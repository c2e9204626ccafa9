package io.meshgauge.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-20")
class WeightSetTest {
  private static final Map<Metric, Double> P99_HEAVY_AS_PUBLISHED =
      Map.of(
          Metric.RESPONSE_P95, 0.2,
          Metric.RESPONSE_P99, 0.4,
          Metric.THROUGHPUT, 0.2,
          Metric.CPU_SYSTEM, 0.2,
          Metric.MEMORY_SYSTEM, 0.2);

  @Test
  void weightsThatDoNotSumToOneAreRefusedWithTheSumAndTheWayOut() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WeightSet.of("p99-heavy", P99_HEAVY_AS_PUBLISHED))
        .withMessageStartingWith("weights 'p99-heavy' sum to 1.2")
        .withMessageContaining("expected 1")
        .withMessageContaining("response_p99 0.4")
        .withMessageContaining("`normalise: true`");
  }

  @Test
  void aThirdThreeTimesIsOne() {
    double third = 1.0 / 3;
    WeightSet set =
        WeightSet.of(
            "equal",
            Map.of(
                Metric.RESPONSE_P50, third, Metric.RESPONSE_P99, third, Metric.THROUGHPUT, third));

    assertThat(set.rescaled()).isFalse();
    assertThat(set.weight(Metric.MEMORY_SYSTEM)).isZero();
  }

  @Test
  void normalisingDividesByTheSumAndIsRecorded() {
    WeightSet set = WeightSet.normalised("p99-heavy", P99_HEAVY_AS_PUBLISHED);

    assertThat(set.rescaled()).isTrue();
    assertThat(set.weight(Metric.RESPONSE_P99)).isCloseTo(1.0 / 3, within(1e-12));
    assertThat(set.weights().values().stream().mapToDouble(x -> x).sum())
        .isCloseTo(1, within(1e-12));
  }

  @Test
  void normalisingWhatSumsToOneRecordsNothing() {
    assertThat(WeightSet.normalised("one", Map.of(Metric.THROUGHPUT, 1.0)).rescaled()).isFalse();
  }

  @Test
  void negativeMissingAndNaNWeightsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> WeightSet.of("odd", Map.of(Metric.RESPONSE_P50, 1.5, Metric.RESPONSE_P99, -0.5)))
        .withMessage("weights 'odd' give -0.5 to response_p99; expected a number from 0 to 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WeightSet.normalised("none", Map.of()))
        .withMessageContaining("name no metric with a weight above 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WeightSet.of("nan", Map.of(Metric.RESPONSE_P50, Double.NaN)));
  }

  @Test
  void aWeightForWhatIsNoCriterionIsRefused() {
    List<Criterion> criteria =
        List.of(
            Criterion.cost(Metric.RESPONSE_P50, 1, 1), Criterion.cost(Metric.RESPONSE_P99, 1, 1));
    WeightSet set = WeightSet.of("mine", Map.of(Metric.THROUGHPUT, 1.0));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScoringRules(criteria, List.of(set), Optional.empty()))
        .withMessage(
            "weights 'mine' weigh throughput, which is no criterion; criteria are response_p50,"
                + " response_p99: add one, or remove the weight");
  }

  @Test
  void rulesWithDoublesOrNothingAreRefused() {
    Criterion criterion = Criterion.cost(Metric.RESPONSE_P50, 1, 1);
    WeightSet set = WeightSet.of("mine", Map.of(Metric.RESPONSE_P50, 1.0));

    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new ScoringRules(List.of(criterion, criterion), List.of(set), Optional.empty()))
        .withMessageContaining("two criteria for response_p50");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScoringRules(List.of(criterion), List.of(set, set), Optional.empty()))
        .withMessageContaining("two weight sets are called 'mine'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScoringRules(List.of(), List.of(set), Optional.empty()))
        .withMessageContaining("expected at least one of each");
  }
}
