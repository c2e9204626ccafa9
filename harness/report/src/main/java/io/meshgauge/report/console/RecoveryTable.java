package io.meshgauge.report.console;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Recovery;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Set;

/** Known amounts that arms add to every request, and what was measured of them. */
record RecoveryTable(PlanReport plan) {

  void print(Page page) {
    if (plan.recoveries().isEmpty()) {
      return;
    }
    TextTable table =
        new TextTable(
            Set.of(0, 1, 5),
            Messages.get("console.known-amount"),
            Messages.get("console.metric"),
            Messages.get("console.added"),
            Messages.get("console.measured"),
            Messages.get("console.interval"),
            "");
    for (Recovery found : plan.recoveries()) {
      Unit unit = found.amount().metric().unit();
      table.row(
          List.of(
              found.arm().label(),
              found.amount().metric().brief(),
              Amounts.text(unit, found.added()),
              Amounts.text(unit, found.difference().absolute()),
              found
                  .difference()
                  .interval()
                  .map(it -> Amounts.interval(unit, it.low(), it.high()))
                  .orElse("-"),
              found.recovered().map(RecoveryTable::words).orElse("")));
    }
    page.blank();
    page.table(table);
  }

  private static String words(boolean recovered) {
    return recovered ? Messages.get("report.recovered") : Messages.get("report.not-recovered");
  }
}
