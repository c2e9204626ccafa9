package io.meshgauge.report.html;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.table.CriteriaTables;
import io.meshgauge.report.table.RunTables;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The record behind the numbers: fairness manifest, environment, every run, exclusions. */
record RecordView(Report report, Palette palette) {
  /** Rows of a table of runs; a session with more has several tables. */
  static final int ROWS = 500;

  Session session() {
    return report.session();
  }

  TableView fairness() {
    return TableView.of(CriteriaTables.fairness(report.fairness()), palette);
  }

  boolean hasFairness() {
    return !report.fairness().rows().isEmpty();
  }

  List<Map.Entry<String, String>> environment() {
    return List.copyOf(session().environment().facts().entrySet());
  }

  /** Every run: in one table, or in several that are folded, which a browser lays out on demand. */
  List<RunTable> runTables() {
    List<Run> runs = session().runs();
    if (runs.size() <= ROWS) {
      return List.of(new RunTable(this, runs, false));
    }
    List<RunTable> tables = new ArrayList<>();
    for (int from = 0; from < runs.size(); from += ROWS) {
      tables.add(new RunTable(this, runs.subList(from, Math.min(from + ROWS, runs.size())), true));
    }
    return tables;
  }

  boolean someNever() {
    return session().neverRan() > 0;
  }

  List<TableView> exclusions() {
    return report.plans().stream()
        .flatMap(
            plan ->
                Stream.concat(
                    Stream.of(TableView.of(RunTables.exclusions(plan), palette)),
                    TableView.unlessEmpty(RunTables.withVoid(plan), palette).stream()))
        .toList();
  }

  List<TableView> excluded() {
    return TableView.unlessEmpty(RunTables.excluded(report), palette);
  }

  String outcomes() {
    return outcomes(session().runs());
  }

  private static String outcomes(List<Run> runs) {
    return Arrays.stream(Outcome.values())
        .map(
            outcome ->
                ReportText.runs(
                    runs.stream().filter(run -> run.outcome() == outcome).count(), outcome))
        .collect(Collectors.joining(", "));
  }

  /** Consecutive runs as a table. */
  record RunTable(RecordView of, List<Run> runs, boolean folded) {
    String title() {
      return folded
          ? Messages.get("view.runs-from-to", position(0), position(runs.size() - 1))
          : Messages.get("view.all-runs");
    }

    TableView table() {
      List<Plan> kinds = of.report.plans().stream().map(PlanReport::plan).toList();
      return TableView.runs(RunTables.runs(title(), runs, kinds), of.palette);
    }

    String outcomes() {
      return RecordView.outcomes(runs);
    }

    private int position(int row) {
      return runs.get(row).trial().position();
    }
  }
}
