package io.meshgauge.report.console;

import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.Front;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.cost.ContainerUses;
import io.meshgauge.report.table.ChangeTables;
import io.meshgauge.report.table.ComparisonTables;
import io.meshgauge.report.table.ConfigurationTables;
import io.meshgauge.report.table.ConnectionTables;
import io.meshgauge.report.table.CostTable;
import io.meshgauge.report.table.DifferenceTables;
import io.meshgauge.report.table.LatencyTables;
import io.meshgauge.report.table.LimitTables;
import io.meshgauge.report.table.ResourceTables;
import io.meshgauge.report.table.ScoreTables;
import io.meshgauge.report.table.StageTables;
import io.meshgauge.report.table.Table;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Locale;

/** Tables of one plan: costs and scores. */
record PlanTables(Report report, PlanReport plan) {
  void print(Page page) {
    page.blank();
    page.title(
        Messages.get(
            "console.plan",
            capitalised(plan.atRate()),
            plan.plan().isSoak()
                ? SoakSettings.of(plan.plan()).window().toSeconds()
                : plan.plan().duration().toSeconds(),
            ReportText.count(report.session().experiment().protocol().replicates(), "replicate"),
            report.session().experiment().seed()));
    page.table(new CostTable(plan).table());
    print(page, StageTables.stages(plan));
    ChangeTables.all(plan).forEach(table -> print(page, table.cornered()));
    print(page, ResourceTables.prices(plan));
    plan.soaks().forEach(soak -> SoakText.print(page, soak));
    print(page, DifferenceTables.known(plan));
    print(page, ConnectionTables.cost(plan));
    print(page, LimitTables.cost(plan));
    print(page, ConfigurationTables.cost(plan));
    print(page, ComparisonTables.additions(plan));
    print(page, ComparisonTables.pairs(plan));
    attribution(page, Unit.SECONDS, Messages.get("table.attribution-lead"));
    attribution(page, Unit.CPU_SECONDS_PER_1000_REQUESTS, "");
    containers(page);
    print(page, ResourceTables.reservations(plan));
    Table calls = LatencyTables.calls(plan);
    if (!calls.isEmpty()) {
      page.split(calls.cornered());
      page.note(calls.note());
    }
    List<Front.Row> front = plan.front();
    if (!plan.plan().isSoak() && front.size() > 1) {
      print(page, DifferenceTables.front(Metric.RESPONSE_P99, Metric.CPU_SYSTEM, front));
    }
    page.blank();
    if (!plan.plan().isSoak()) {
      page.table(ScoreTables.scores(report, plan));
    }
    report.unjudged(plan).forEach(page::plain);
  }

  static void print(Page page, Table table) {
    if (!table.isEmpty()) {
      page.blank();
      page.table(table);
      page.note(table.note());
    }
  }

  private void attribution(Page page, Unit unit, String lead) {
    List<Contrast> found =
        plan.contrasts().stream().filter(it -> it.attribution(unit).isPresent()).toList();
    if (!found.isEmpty()) {
      page.split(DifferenceTables.attribution(unit, found).cornered());
      page.note(lead);
    }
  }

  private void containers(Page page) {
    ContainerUses uses = ContainerUses.of(plan);
    if (!uses.arms().isEmpty()) {
      page.split(ResourceTables.containers(uses));
      print(page, ResourceTables.memory(uses));
    }
  }

  static String capitalised(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
