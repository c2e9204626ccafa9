package io.meshgauge.report;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.measure.Metric;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.ScoringRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Objectives and scores that do not apply to a plan, because it does not measure their metrics: a
 * TCP stream has no response time, and requests have no throughput in bits.
 */
final class SkippedGates {
  private SkippedGates() {}

  /** Reason why no variant can have a score under a plan; empty if it can. */
  static Optional<String> score(Plan plan, ScoringRules rules) {
    List<String> foreign = foreign(plan, rules.criteria().stream().map(Criterion::metric));
    return foreign.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the score is made of %s, which plan %s cannot have"
                .formatted(ReportText.list(foreign), plan.name()));
  }

  /** One sentence for each kind of gate that is skipped. */
  static List<String> words(Experiment experiment, Plan plan, ScoringRules rules) {
    List<String> words = new ArrayList<>();
    List<String> slos = foreign(plan, experiment.slos().stream().map(slo -> slo.metric()));
    if (!slos.isEmpty()) {
      words.add(
          "Objectives that plan %s is not held to, since it %s: %s."
              .formatted(
                  plan.name(),
                  plan.isStream() ? "sends no requests" : "sends no TCP stream",
                  ReportText.list(slos)));
    }
    List<String> made =
        experiment.slos().stream()
            .map(slo -> slo.metric())
            .filter(metric -> plan.measures(metric) && !plan.judges(metric))
            .map(Metric::key)
            .toList();
    if (!made.isEmpty()) {
      words.add(
          "Objectives that plan %s is not held to, since it makes calls fail: %s."
              .formatted(plan.name(), ReportText.list(made)));
    }
    score(plan, rules).ifPresent(why -> words.add("No variant has a score: " + why + "."));
    return words;
  }

  private static List<String> foreign(Plan plan, Stream<Metric> metrics) {
    return metrics.filter(metric -> !plan.measures(metric)).map(Metric::key).toList();
  }
}
