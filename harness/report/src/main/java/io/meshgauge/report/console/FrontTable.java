package io.meshgauge.report.console;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Front;
import io.meshgauge.report.PlanReport;
import io.meshgauge.stats.Difference;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Set;

/** Added p99 against added CPU, where there is a choice. */
record FrontTable(PlanReport plan) {

  void print(Page page) {
    List<Front.Row> rows = plan.front();
    if (rows.size() < 2) {
      return;
    }
    TextTable table =
        new TextTable(
            Set.of(0, 1, 4),
            Messages.get("console.variant"),
            Messages.get("console.promises"),
            Messages.get("console.added-p99", Amounts.symbol(Unit.SECONDS)),
            Messages.get("console.added-cpu-in", Amounts.symbol(Metric.CPU_SYSTEM.unit())),
            Messages.get("console.front"));
    for (Front.Row row : rows) {
      table.row(
          List.of(
              row.arm().label(),
              row.promises(),
              cell(Unit.SECONDS, row.latency()),
              cell(Metric.CPU_SYSTEM.unit(), row.cost()),
              row.beatenBy()
                  .map(other -> Messages.get("report.front-beaten", other))
                  .orElseGet(() -> Messages.get("report.on-front"))));
    }
    page.blank();
    page.table(table);
  }

  /** A difference with its interval, for example {@code +1.90 [1.60 2.30]}. */
  static String cell(Unit unit, Difference difference) {
    return Amounts.signed(unit, difference.absolute())
        + difference
            .interval()
            .map(
                it ->
                    " " + Amounts.bracketed(it.low(), it.high(), end -> Amounts.number(unit, end)))
            .orElse("");
  }
}
