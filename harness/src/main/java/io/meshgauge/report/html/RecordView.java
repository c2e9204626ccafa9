package io.meshgauge.report.html;

import static java.util.Map.entry;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Arm;
import io.meshgauge.report.Exclusions;
import io.meshgauge.report.Fairness;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.WithVoid;
import io.meshgauge.report.Words;
import io.meshgauge.stats.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What stands behind the numbers: fairness manifest, environment, every run, what was left out. */
record RecordView(Report report) {
  /** Columns of the table of runs after the first, which every run has. */
  private static final int COLUMNS = 8;

  private static final int OF_REQUESTS = 4;
  private static final int OF_STREAMS = 2;

  Map<String, Object> model() {
    Session session = report.session();
    Fairness fairness = report.fairness();
    List<Map<String, Object>> excluded = withAndWithout();
    boolean requests = report.plans().stream().anyMatch(plan -> !plan.plan().isStream());
    boolean streams = report.plans().stream().anyMatch(plan -> plan.plan().isStream());
    return Map.ofEntries(
        entry("fairnessHead", fairness.variants()),
        entry("fairness", fairness.rows().stream().map(this::setting).toList()),
        entry("hasFairness", !fairness.rows().isEmpty()),
        entry("environment", List.copyOf(session.environment().facts().entrySet())),
        entry("runs", session.runs().stream().map(run -> new RunRow(run).model()).toList()),
        entry("outcomes", outcomes(session)),
        entry("never", session.neverRan()),
        entry("someNever", session.neverRan() > 0),
        entry("requests", requests),
        entry("streams", streams),
        entry("span", COLUMNS + (requests ? OF_REQUESTS : 0) + (streams ? OF_STREAMS : 0)),
        entry("exclusions", report.plans().stream().map(RecordView::exclusions).toList()),
        entry("excluded", excluded),
        entry("hasExcluded", !excluded.isEmpty()));
  }

  private static String outcomes(Session session) {
    return Stream.of(Outcome.values())
        .map(
            outcome ->
                session.runs().stream().filter(run -> run.outcome() == outcome).count()
                    + " "
                    + Words.of(outcome))
        .collect(Collectors.joining(", "));
  }

  private Map<String, Object> setting(Fairness.Row row) {
    List<String> cells =
        report.fairness().variants().stream()
            .map(variant -> row.values().getOrDefault(variant, "–"))
            .toList();
    return Map.of(
        "name",
        row.name(),
        "cells",
        cells,
        "differs",
        row.likeness() == Fairness.Likeness.NOT_LIKE_FOR_LIKE,
        "declared",
        row.likeness() == Fairness.Likeness.DECLARED);
  }

  private static Map<String, Object> exclusions(PlanReport plan) {
    Exclusions found = plan.exclusions();
    List<Map<String, Object>> differences =
        WithVoid.of(plan).stream().map(RecordView::difference).toList();
    return Map.of(
        "plan", plan.name(),
        "p", Amounts.probability(found.p()),
        "arms", found.arms().stream().map(RecordView::exclusion).toList(),
        "differences", differences,
        "hasDifferences", !differences.isEmpty());
  }

  private static Map<String, Object> exclusion(Exclusions.Row row) {
    return Map.of(
        "name", row.arm().name(),
        "model", row.arm().isModel(),
        "started", row.started(),
        "void", "%s of %s".formatted(row.firstVoid(), row.first()),
        "repeated", row.repeated(),
        "rules", row.rules());
  }

  private static Map<String, Object> difference(WithVoid row) {
    return Map.of(
        "name", row.arm().name(),
        "model", row.arm().isModel(),
        "metric", row.metric().title(),
        "without", row.without(),
        "with", row.with());
  }

  /** Arms of which a measured run was left out, with it and without it. */
  private List<Map<String, Object>> withAndWithout() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (PlanReport plan : report.plans()) {
      for (Arm arm : plan.arms()) {
        List<Run> measured =
            arm.runs().stream().filter(run -> !run.measurements().isEmpty()).toList();
        if (measured.size() > arm.valid().size()) {
          rows.add(
              Map.of(
                  "name", arm.name(),
                  "model", arm.isModel(),
                  "plan", plan.name(),
                  "outcomes", arm.outcomes(),
                  "cells", excluded(plan, arm.valid(), measured)));
        }
      }
    }
    return rows;
  }

  /** Medians without and with them, for requests and for streams. */
  private static Map<String, String> excluded(
      PlanReport plan, List<Run> without, List<Run> measured) {
    return Map.of(
        "p50With", median(plan, measured, Metric.RESPONSE_P50),
        "p50Without", median(plan, without, Metric.RESPONSE_P50),
        "p99With", median(plan, measured, Metric.RESPONSE_P99),
        "p99Without", median(plan, without, Metric.RESPONSE_P99),
        "tcpWith", median(plan, measured, Metric.TCP_THROUGHPUT),
        "tcpWithout", median(plan, without, Metric.TCP_THROUGHPUT));
  }

  private static String median(PlanReport plan, List<Run> runs, Metric metric) {
    double[] values = runs.stream().flatMapToDouble(run -> run.value(metric).stream()).toArray();
    return values.length == 0 ? "–" : Amounts.number(metric.unit(), Summary.of(values).median());
  }
}
