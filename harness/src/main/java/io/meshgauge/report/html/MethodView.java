package io.meshgauge.report.html;

import static java.util.Map.entry;

import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Amounts;
import io.meshgauge.report.Report;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.EfficiencyIndex;
import io.meshgauge.score.WeightSet;
import io.meshgauge.stats.Comparison;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How the numbers came about: protocol, statistics, score, and the command that repeats it. */
record MethodView(Report report) {

  Map<String, Object> model() {
    Session session = report.session();
    Experiment experiment = session.experiment();
    return Map.ofEntries(
        entry("command", session.command()),
        entry("notes", notes(session)),
        entry("seed", experiment.seed()),
        entry("replicates", experiment.protocol().replicates()),
        entry("arrival", experiment.protocol().arrival()),
        entry("warmup", experiment.protocol().warmupRequests()),
        entry("connections", experiment.protocol().connections()),
        entry("requests", report.plans().stream().anyMatch(plan -> !plan.plan().isStream())),
        entry("streams", report.plans().stream().anyMatch(plan -> plan.plan().isStream())),
        entry("minimum", Comparison.MINIMUM_REPLICATES),
        entry("criteria", report.rules().criteria().stream().map(this::criterion).toList()),
        entry("sets", report.rules().weightSets().stream().map(WeightSet::name).toList()),
        entry("rescaled", rescaled()),
        entry("hasRescaled", !rescaled().isEmpty()),
        entry("hasEfficiency", report.rules().efficiency().isPresent()),
        entry("efficiency", report.rules().efficiency().map(EfficiencyIndex::formula).orElse("")));
  }

  private static List<String> notes(Session session) {
    return Stream.of(
            session.notes().stream(),
            session.calibration().stream().map(Calibration::words),
            session.lagLimits().stream().map(LagLimit::words))
        .flatMap(sentences -> sentences)
        .toList();
  }

  private List<String> rescaled() {
    return report.rules().weightSets().stream()
        .filter(WeightSet::rescaled)
        .map(WeightSet::name)
        .toList();
  }

  private Map<String, Object> criterion(Criterion criterion) {
    return Map.of(
        "title",
        criterion.metric().title(),
        "full",
        Amounts.text(criterion.metric().unit(), criterion.full()),
        "zero",
        Amounts.text(criterion.metric().unit(), criterion.zero()),
        "formula",
        criterion.formula(),
        "weights",
        report.rules().weightSets().stream()
            .map(set -> Amounts.fixed(set.weight(criterion.metric()), 3))
            .toList());
  }
}
