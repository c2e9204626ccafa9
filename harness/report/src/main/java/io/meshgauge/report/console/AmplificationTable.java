package io.meshgauge.report.console;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.RetryAmplification;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Requests of each service per call and per request of the load, if a service deviates. */
record AmplificationTable(PlanReport plan) {
  private static final String NONE = "-";

  void print(Page page) {
    Set<String> servers = new LinkedHashSet<>();
    boolean notable = false;
    for (Arm arm : plan.arms()) {
      for (RetryAmplification found : RetryAmplification.of(arm)) {
        servers.add(found.server());
        notable |= found.notable();
      }
    }
    if (notable) {
      page.blank();
      page.table(table(servers));
      page.plain(Messages.get("console.amplification-note"));
    }
  }

  private TextTable table(Set<String> servers) {
    List<String> header = new ArrayList<>(List.of(Messages.get("console.amplification")));
    header.addAll(servers);
    TextTable table = new TextTable(Set.of(0), header.toArray(String[]::new));
    for (Arm arm : plan.arms()) {
      List<RetryAmplification> found = RetryAmplification.of(arm);
      List<String> cells = new ArrayList<>(List.of(arm.label()));
      for (String server : servers) {
        cells.add(
            found.stream()
                .filter(it -> it.server().equals(server))
                .map(
                    it ->
                        Amounts.digits(it.perCall()) + " (" + Amounts.digits(it.perRequest()) + ")")
                .findFirst()
                .orElse(NONE));
      }
      table.row(cells);
    }
    return table;
  }
}
