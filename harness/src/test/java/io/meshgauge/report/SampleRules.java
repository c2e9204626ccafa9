package io.meshgauge.report;

import io.meshgauge.measure.Metric;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.EfficiencyIndex;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.WeightSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Scoring rules for the tests, with two weight sets as the shipped ones have. */
public final class SampleRules {
  private static final double MIB = 1024.0 * 1024;

  private SampleRules() {}

  /** Five criteria, weighed equally and with the tail first. */
  public static ScoringRules rules() {
    return new ScoringRules(
        List.of(
            Criterion.cost(Metric.RESPONSE_P99, 0.01, 0.02),
            Criterion.cost(Metric.RESPONSE_P50, 0.004, 0.01),
            Criterion.benefit(Metric.THROUGHPUT, 60, 120),
            Criterion.cost(Metric.CPU_SYSTEM, 2, 6),
            Criterion.cost(Metric.MEMORY_SYSTEM, 600 * MIB, 800 * MIB)),
        List.of(
            WeightSet.of("equal", weights(0.2, 0.2)),
            WeightSet.of("p99-heavy", weights(0.5, 0.125))),
        Optional.of(new EfficiencyIndex(100, 0.05, 50)));
  }

  private static Map<Metric, Double> weights(double tail, double other) {
    return Map.of(
        Metric.RESPONSE_P99,
        tail,
        Metric.RESPONSE_P50,
        other,
        Metric.THROUGHPUT,
        other,
        Metric.CPU_SYSTEM,
        other,
        Metric.MEMORY_SYSTEM,
        other);
  }
}
