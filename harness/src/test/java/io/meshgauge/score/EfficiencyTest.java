package io.meshgauge.score;

import static io.meshgauge.score.Fixtures.RULES;
import static io.meshgauge.score.Fixtures.contest;
import static io.meshgauge.score.Fixtures.row;
import static io.meshgauge.score.Fixtures.variant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import io.meshgauge.score.EfficiencyIndex.Terms;
import io.meshgauge.stats.Replicates;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-20")
class EfficiencyTest {
  private final ScoreInput baseline = variant("baseline", 0.014, 190, 1.0);
  private final ScoreInput envoy = variant("envoy", 0.030, 160, 1.5);

  private static Efficiency efficiency(Contest contest, String variant) {
    return row(Scorecard.of(RULES, contest, 1), variant).efficiency().orElseThrow();
  }

  @Test
  void indexOfThePublishedTableIsTheSumOfItsTerms() {
    // HAProxy of glavchev-2025-tools.csv with all factors 1: p99 128 ms, 1,500 rps, CPU 6.5 %.
    Terms terms = new EfficiencyIndex(1, 1, 1).terms(128, 1500, 6.5);

    assertThat(terms.latency()).isCloseTo(0.0078125, within(1e-12));
    assertThat(terms.throughput()).isEqualTo(1500);
    assertThat(terms.overhead()).isCloseTo(0.15384615384615385, within(1e-12));
    assertThat(terms.sum()).isCloseTo(1500.1616586538462, within(1e-9));
  }

  @Test
  void variantIsMeasuredInMillisecondsAndPercentOverTheBaseline() {
    Efficiency efficiency = efficiency(contest(baseline, envoy), "envoy");

    Terms terms = efficiency.terms().orElseThrow();
    assertThat(terms.latency()).isCloseTo(1.0 / 30, within(1e-12));
    assertThat(terms.throughput()).isCloseTo(0.16, within(1e-12));
    assertThat(terms.overhead()).isCloseTo(1.0 / 50, within(1e-12));
  }

  @Test
  void theBaselineHasNoIndexBecauseItHasNoOverheadOverItself() {
    assertThat(efficiency(contest(baseline, envoy), "baseline").undefinedBecause())
        .hasValueSatisfying(
            reason -> assertThat(reason).startsWith("the baseline has no overhead over itself"));
  }

  @Test
  void withoutAUsableBaselineThereIsNoIndex() {
    Contest contest = contest(Fixtures.refused("baseline", "void"), envoy);

    assertThat(efficiency(contest, "envoy").undefinedBecause())
        .contains(
            "E needs the CPU of the baseline 'baseline', of which no valid run has a value above 0");
  }

  @Test
  void anOverheadBelowZeroHasNoIndex() {
    ScoreInput frugal = variant("frugal", 0.03, 160, 0.9);

    assertThat(efficiency(contest(baseline, frugal), "frugal").undefinedBecause())
        .contains("the CPU overhead O is -10.0 %, not above 0, and E divides gamma by O");
  }

  @Test
  void anOverheadIndistinguishableFromZeroHasNoIndex() {
    ScoreInput close =
        new ScoreInput(
            "close",
            "plaintext",
            Map.of(
                Metric.RESPONSE_P99, Replicates.of(0.03, 0.03, 0.03),
                Metric.THROUGHPUT, Replicates.of(160, 160, 160),
                Metric.CPU_SYSTEM, Replicates.of(1.02, 0.98, 1.03)),
            Optional.empty());

    assertThat(efficiency(contest(baseline, close), "close").undefinedBecause())
        .hasValueSatisfying(
            reason -> assertThat(reason).contains("cannot be distinguished from 0"));
  }

  @Test
  void withoutGammaNoBaselineIsNeeded() {
    ScoringRules rules =
        new ScoringRules(
            RULES.criteria(), RULES.weightSets(), Optional.of(new EfficiencyIndex(1, 1, 0)));

    Efficiency alone =
        row(Scorecard.of(rules, contest(envoy), 1), "envoy").efficiency().orElseThrow();

    assertThat(alone.terms().orElseThrow().overhead()).isZero();
  }

  @Test
  void factorsAndArgumentsOutOfRangeAreRefusedInWords() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EfficiencyIndex(0, 0, 0))
        .withMessageContaining("expected numbers of at least 0, one above");
    assertThatIllegalArgumentException().isThrownBy(() -> new EfficiencyIndex(-1, 1, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EfficiencyIndex(1, 1, 1).terms(10, 10, 0))
        .withMessageContaining("E of an overhead of 0.0 %");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EfficiencyIndex(1, 1, 1).terms(0, 10, 1))
        .withMessageContaining("E of a p99 of 0.0 ms");
  }

  @Test
  void theFormulaIsPrintedWithUnits() {
    assertThat(new EfficiencyIndex(1, 0.5, 2).formula())
        .isEqualTo("E = 1.0 / L_p99 [ms] + 0.5 * T [req/s] + 2.0 / O [% CPU over baseline]");
  }
}
