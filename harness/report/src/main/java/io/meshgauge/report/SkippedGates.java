package io.meshgauge.report;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Slo;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        : Optional.of(Messages.get("report.skipped-score", ReportText.list(foreign), plan.name()));
  }

  /** Why objectives are not judged under a plan, by the names of their criteria. */
  static Map<String, String> objectives(Experiment experiment, Plan plan) {
    Map<String, String> skipped = new LinkedHashMap<>();
    for (Slo slo : experiment.slos()) {
      if (!plan.judges(slo.metric())) {
        skipped.put(
            SloResult.criterion(slo),
            Messages.get("report.skipped-objective", plan.name(), reason(plan, slo)));
      }
    }
    return skipped;
  }

  private static String reason(Plan plan, Slo slo) {
    if (plan.measures(slo.metric())) {
      return Messages.get("report.skipped-failing");
    }
    if (Plan.isOfCapacity(slo.metric())) {
      return Messages.get("report.skipped-no-search");
    }
    return plan.isStream()
        ? Messages.get("report.skipped-no-requests")
        : Messages.get("report.skipped-no-stream");
  }

  /** One sentence for each kind of gate that is skipped. */
  static List<String> words(Experiment experiment, Plan plan, ScoringRules rules) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (Slo slo : experiment.slos()) {
      if (!plan.judges(slo.metric())) {
        byReason
            .computeIfAbsent(reason(plan, slo), reason -> new ArrayList<>())
            .add(slo.metric().key());
      }
    }
    List<String> words = new ArrayList<>();
    byReason.forEach(
        (reason, metrics) ->
            words.add(
                Messages.get(
                    "report.skipped-objectives", plan.name(), reason, ReportText.list(metrics))));
    score(plan, rules).ifPresent(why -> words.add(Messages.get("report.skipped-scores", why)));
    return words;
  }

  private static List<String> foreign(Plan plan, Stream<Metric> metrics) {
    return metrics.filter(metric -> !plan.measures(metric)).map(Metric::key).toList();
  }
}
