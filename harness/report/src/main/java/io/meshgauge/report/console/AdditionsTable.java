package io.meshgauge.report.console;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.ReportText;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Cost of policies, telemetry and settings: differences from the same mesh without them. */
record AdditionsTable(PlanReport plan) {
  private static final String NONE = "-";

  void print(Page page) {
    if (plan.additions().isEmpty()) {
      return;
    }
    page.blank();
    page.table(table());
  }

  private TextTable table() {
    List<String> header = new ArrayList<>(List.of("added by", "to"));
    metrics()
        .forEach(
            metric -> header.add(ReportText.brief(metric) + ", " + Amounts.symbol(metric.unit())));
    TextTable table = new TextTable(Set.of(0, 1), header.toArray(String[]::new));
    for (Contrast contrast : plan.additions()) {
      List<String> cells =
          new ArrayList<>(List.of(contrast.arm().label(), contrast.reference().name()));
      metrics()
          .forEach(metric -> cells.add(contrast.on(metric).map(AdditionsTable::cell).orElse(NONE)));
      table.row(cells);
    }
    return table;
  }

  private List<Metric> metrics() {
    return plan.emphasis().added();
  }

  /** Difference and interval, marked if they cannot be distinguished from zero. */
  private static String cell(Comparison found) {
    String mark =
        found.verdict() == Verdict.INDISTINGUISHABLE ? found.verdict().symbol() + " " : "";
    Unit unit = found.metric().unit();
    String interval =
        found
            .difference()
            .interval()
            .map(
                it ->
                    " [%s %s]"
                        .formatted(Amounts.signed(unit, it.low()), Amounts.signed(unit, it.high())))
            .orElse("");
    return mark + Amounts.signed(unit, found.difference().absolute()) + interval;
  }
}
