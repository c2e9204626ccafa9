package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Replicates;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Contests small enough to score by hand. */
final class Fixtures {
  static final WeightSet EQUAL =
      WeightSet.of("equal", Map.of(Metric.RESPONSE_P99, 0.5, Metric.THROUGHPUT, 0.5));
  static final WeightSet P99_ONLY = WeightSet.of("p99-only", Map.of(Metric.RESPONSE_P99, 1.0));
  static final ScoringRules RULES =
      new ScoringRules(
          List.of(
              Criterion.cost(Metric.RESPONSE_P99, 0.010, 0.040),
              Criterion.benefit(Metric.THROUGHPUT, 0, 200)),
          List.of(EQUAL, P99_ONLY),
          Optional.of(new EfficiencyIndex(1, 0.001, 1)));

  private Fixtures() {}

  /** A variant around the given values, whose three runs spread by ± 1 %. */
  static ScoreInput variant(String name, double p99, double throughput, double cpu) {
    return new ScoreInput(
        name,
        "plaintext",
        Map.of(
            Metric.RESPONSE_P99, around(p99),
            Metric.THROUGHPUT, around(throughput),
            Metric.CPU_SYSTEM, around(cpu)),
        Optional.empty());
  }

  /** The same variant with other promises. */
  static ScoreInput promising(String promises, ScoreInput variant) {
    return new ScoreInput(variant.variant(), promises, variant.replicates(), Optional.empty());
  }

  static ScoreInput refused(String name, String because) {
    ScoreInput fine = variant(name, 0.010, 200, 1);
    return new ScoreInput(name, fine.promises(), fine.replicates(), Optional.of(because));
  }

  static Contest contest(ScoreInput... variants) {
    return new Contest("steady", Arrays.asList(variants), "baseline");
  }

  static Scorecard.Row row(Scorecard card, String variant) {
    return card.rows().stream()
        .filter(row -> row.variant().equals(variant))
        .findFirst()
        .orElseThrow();
  }

  private static Replicates around(double value) {
    return Replicates.of(value * 0.99, value, value * 1.01);
  }
}
