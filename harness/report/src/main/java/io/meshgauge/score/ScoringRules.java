package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Criteria, weights, index and prices: the part of the report that is not measured, printed in
 * every report.
 *
 * @param criteria one per metric, at least one
 * @param weightSets with unique names, over metrics that are criteria, at least one
 * @param efficiency the index printed next to the score; empty if none is requested
 * @param prices of what requests use, which the report prints next to the costs; empty without
 */
public record ScoringRules(
    List<Criterion> criteria,
    List<WeightSet> weightSets,
    Optional<EfficiencyIndex> efficiency,
    Optional<Prices> prices) {
  /** File of a session with the rules it was scored by. */
  public static final String FILE = "scoring.json";

  public ScoringRules {
    criteria = List.copyOf(criteria);
    weightSets = List.copyOf(weightSets);
    if (criteria.isEmpty() || weightSets.isEmpty()) {
      throw new IllegalArgumentException(
          "scoring rules with %d criteria and %d weight sets; expected at least one of each"
              .formatted(criteria.size(), weightSets.size()));
    }
    Set<Metric> metrics = new HashSet<>();
    for (Criterion criterion : criteria) {
      if (!metrics.add(criterion.metric())) {
        throw new IllegalArgumentException(
            "two criteria for %s; expected one: remove the other"
                .formatted(criterion.metric().key()));
      }
    }
    Set<String> names = new HashSet<>();
    for (WeightSet set : weightSets) {
      if (!names.add(set.name())) {
        throw new IllegalArgumentException(
            "two weight sets are called '%s'; expected a name of its own for each"
                .formatted(set.name()));
      }
      requireCriteria(set, criteria);
    }
  }

  /** Rules without prices. */
  public ScoringRules(
      List<Criterion> criteria, List<WeightSet> weightSets, Optional<EfficiencyIndex> efficiency) {
    this(criteria, weightSets, efficiency, Optional.empty());
  }

  private static void requireCriteria(WeightSet set, List<Criterion> criteria) {
    List<Metric> judged = criteria.stream().map(Criterion::metric).toList();
    for (Metric metric : set.weights().keySet()) {
      if (!judged.contains(metric)) {
        throw new IllegalArgumentException(
            "weights '%s' weigh %s, which is no criterion; criteria are %s: add one, or remove the"
                    .formatted(
                        set.name(),
                        metric.key(),
                        judged.stream().map(Metric::key).collect(Collectors.joining(", ")))
                + " weight");
      }
    }
  }
}
