package io.meshgauge.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-20")
class CriterionTest {
  private final Criterion latency = Criterion.cost(Metric.RESPONSE_P99, 0.02, 0.08);
  private final Criterion throughput = Criterion.benefit(Metric.THROUGHPUT, 8000, 10_000);

  @Test
  void aCostLosesItsPointOverTheBudget() {
    assertThat(latency.points(0.01)).isEqualTo(1);
    assertThat(latency.points(0.02)).isEqualTo(1);
    assertThat(latency.points(0.06)).isCloseTo(0.5, within(1e-12));
    assertThat(latency.points(0.10)).isCloseTo(0, within(1e-12));
    assertThat(latency.points(5)).isZero();
  }

  @Test
  void aBenefitEarnsItsPointBetweenFloorAndCeiling() {
    assertThat(throughput.points(7000)).isZero();
    assertThat(throughput.points(9500)).isCloseTo(0.75, within(1e-12));
    assertThat(throughput.points(20_000)).isEqualTo(1);
  }

  @Test
  void pointsStayBetweenZeroAndOneAndNeverRewardTheWorse() {
    Random random = new Random(17);
    for (int round = 0; round < 1000; round++) {
      Criterion cost =
          Criterion.cost(Metric.RESPONSE_P50, random.nextDouble(), 0.001 + random.nextDouble());
      double better = 3 * random.nextDouble() - 0.5;
      double worse = better + random.nextDouble();
      assertThat(cost.points(better)).as("round %d of seed 17", round).isBetween(0.0, 1.0);
      assertThat(cost.points(worse))
          .as("round %d of seed 17", round)
          .isLessThanOrEqualTo(cost.points(better));
    }
  }

  @Test
  void theFormulaIsPrintedWithItsNumbers() {
    assertThat(latency.formula()).isEqualTo("clamp(1 - (x - 0.02) / 0.08, 0, 1)");
    assertThat(throughput.formula()).isEqualTo("clamp((x - 8000) / 2000, 0, 1)");
    assertThat(Criterion.cost(Metric.ERROR_RATIO, 0, 0.01).formula())
        .isEqualTo("clamp(1 - (x - 0) / 0.01, 0, 1)");
  }

  @Test
  void limitsOfTheWrongKindOrOrderAreRefusedInWords() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Criterion.cost(Metric.THROUGHPUT, 1, 1))
        .withMessageContaining("criterion throughput has a target and a budget, but more of it")
        .withMessageContaining("expected floor and ceiling");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Criterion.benefit(Metric.RESPONSE_P99, 1, 2))
        .withMessageContaining("expected target and budget");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Criterion.cost(Metric.RESPONSE_P99, 1, 0))
        .withMessageContaining("expected a cost's budget above 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Criterion.benefit(Metric.THROUGHPUT, 2, 1))
        .withMessageContaining("expected a benefit's ceiling above its floor");
  }
}
