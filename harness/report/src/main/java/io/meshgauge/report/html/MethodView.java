package io.meshgauge.report.html;

import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Session;
import io.meshgauge.report.Report;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.table.ScoreTables;
import io.meshgauge.score.EfficiencyIndex;
import io.meshgauge.score.WeightSet;
import io.meshgauge.stats.Comparison;
import java.util.List;
import java.util.stream.Stream;

/** Protocol, statistics and score behind the numbers, and the command that repeats the session. */
record MethodView(Report report) {

  Session session() {
    return report.session();
  }

  List<String> notes() {
    return Stream.of(
            session().notes().stream(),
            session().calibration().stream().map(Calibration::describe),
            session().lagLimits().stream().map(LagLimit::describe))
        .flatMap(sentences -> sentences)
        .toList();
  }

  boolean requests() {
    return report.plans().stream().anyMatch(plan -> !plan.plan().isStream());
  }

  boolean streams() {
    return report.plans().stream().anyMatch(plan -> plan.plan().isStream());
  }

  int minimum() {
    return Comparison.MINIMUM_REPLICATES;
  }

  TableView targets() {
    return TableView.of(ScoreTables.targets(report.rules()), Palette.of(report));
  }

  List<String> rescaled() {
    return report.rules().weightSets().stream()
        .filter(WeightSet::rescaled)
        .map(WeightSet::name)
        .toList();
  }

  boolean hasRescaled() {
    return !rescaled().isEmpty();
  }

  /** The formula of the index, or nothing. */
  List<String> efficiency() {
    return report.rules().efficiency().map(EfficiencyIndex::formula).stream().toList();
  }
}
