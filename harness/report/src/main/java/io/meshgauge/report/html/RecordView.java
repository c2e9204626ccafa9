package io.meshgauge.report.html;

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
import io.meshgauge.report.ReportText;
import io.meshgauge.report.WithVoid;
import io.meshgauge.stats.Summary;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The record behind the numbers: fairness manifest, environment, every run, exclusions. */
record RecordView(Report report) {
  /** Columns of the table of runs after the first, which every run has. */
  private static final int COLUMNS = 8;

  /** Rows of a table of runs; a session with more has several tables. */
  static final int ROWS = 500;

  private static final int OF_REQUESTS = 4;
  private static final int OF_STREAMS = 2;

  Session session() {
    return report.session();
  }

  List<SettingRow> fairness() {
    return report.fairness().rows().stream().map(this::setting).toList();
  }

  boolean hasFairness() {
    return !report.fairness().rows().isEmpty();
  }

  List<Map.Entry<String, String>> environment() {
    return List.copyOf(session().environment().facts().entrySet());
  }

  /** Every run: in one table, or in several that are folded, which a browser lays out on demand. */
  List<RunTable> runTables() {
    List<RunRow> rows = session().runs().stream().map(RunRow::new).toList();
    if (rows.size() <= ROWS) {
      return List.of(new RunTable(rows, false));
    }
    List<RunTable> tables = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += ROWS) {
      tables.add(new RunTable(rows.subList(from, Math.min(from + ROWS, rows.size())), true));
    }
    return tables;
  }

  boolean someNever() {
    return session().neverRan() > 0;
  }

  boolean requests() {
    return report.plans().stream().anyMatch(plan -> !plan.plan().isStream());
  }

  boolean streams() {
    return report.plans().stream().anyMatch(plan -> plan.plan().isStream());
  }

  /** Columns below which the reasons of a run are written. */
  int span() {
    return COLUMNS + (requests() ? OF_REQUESTS : 0) + (streams() ? OF_STREAMS : 0);
  }

  List<ExclusionsView> exclusions() {
    return report.plans().stream().map(ExclusionsView::of).toList();
  }

  boolean hasExcluded() {
    return !excluded().isEmpty();
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

  private SettingRow setting(Fairness.Row row) {
    return new SettingRow(
        row,
        report.fairness().variants().stream()
            .map(variant -> row.values().getOrDefault(variant, "–"))
            .toList());
  }

  /** Arms with a measured run that does not count, with it and without it. */
  List<ExcludedRow> excluded() {
    List<ExcludedRow> rows = new ArrayList<>();
    for (PlanReport plan : report.plans()) {
      for (Arm arm : plan.arms()) {
        List<Run> measured =
            arm.runs().stream().filter(run -> !run.measurements().isEmpty()).toList();
        if (measured.size() > arm.valid().size()) {
          rows.add(new ExcludedRow(arm, measured));
        }
      }
    }
    return rows;
  }

  /** Consecutive runs as a table. */
  record RunTable(List<RunRow> rows, boolean folded) {
    String title() {
      return folded
          ? Messages.get("view.runs-from-to", position(0), position(rows.size() - 1))
          : Messages.get("view.all-runs");
    }

    String outcomes() {
      return RecordView.outcomes(rows.stream().map(RunRow::run).toList());
    }

    private int position(int row) {
      return rows.get(row).run().trial().position();
    }
  }

  record SettingRow(Fairness.Row row, List<String> cells) {
    boolean differs() {
      return row.likeness() == Fairness.Likeness.NOT_LIKE_FOR_LIKE;
    }

    boolean declared() {
      return row.likeness() == Fairness.Likeness.DECLARED;
    }
  }

  /** Void runs of one plan by arm, and the differences with and without them. */
  record ExclusionsView(Exclusions found, List<WithVoid> differences) {
    static ExclusionsView of(PlanReport plan) {
      return new ExclusionsView(plan.exclusions(), WithVoid.of(plan));
    }

    String p() {
      return Amounts.probability(found.p());
    }

    boolean hasDifferences() {
      return !differences.isEmpty();
    }
  }

  /** Medians of one arm with and without the runs that do not count. */
  record ExcludedRow(Arm arm, List<Run> measured) {
    String p50With() {
      return median(measured, Metric.RESPONSE_P50);
    }

    String p50Without() {
      return median(arm.valid(), Metric.RESPONSE_P50);
    }

    String p99With() {
      return median(measured, Metric.RESPONSE_P99);
    }

    String p99Without() {
      return median(arm.valid(), Metric.RESPONSE_P99);
    }

    String tcpWith() {
      return median(measured, Metric.TCP_THROUGHPUT);
    }

    String tcpWithout() {
      return median(arm.valid(), Metric.TCP_THROUGHPUT);
    }

    private static String median(List<Run> runs, Metric metric) {
      double[] values = runs.stream().flatMapToDouble(run -> run.value(metric).stream()).toArray();
      return values.length == 0 ? "–" : Amounts.number(metric.unit(), Summary.of(values).median());
    }
  }
}
