package io.meshgauge.report.console;

import io.meshgauge.attribution.Attribution;
import io.meshgauge.attribution.Component;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Where the response time and the CPU that variants add to the baseline are spent. */
record AttributionTables(PlanReport plan) {
  private static final String NONE = "-";

  void print(Page page) {
    boolean time = print(page, Unit.SECONDS, Messages.get("console.added-mean"));
    if (time) {
      page.plain(Messages.get("console.attribution-note"));
    }
    print(page, Unit.CPU_SECONDS_PER_1000_REQUESTS, Messages.get("console.added-cpu"));
  }

  private boolean print(Page page, Unit unit, String title) {
    List<Contrast> shown =
        plan.contrasts().stream().filter(it -> it.attribution(unit).isPresent()).toList();
    page.tables(shown, fitting -> table(fitting, unit, title));
    return !shown.isEmpty();
  }

  private static TextTable table(List<Contrast> contrasts, Unit unit, String title) {
    List<String> header = new ArrayList<>(List.of(title));
    contrasts.forEach(contrast -> header.add(contrast.arm().label()));
    TextTable table = new TextTable(Set.of(0), header.toArray(String[]::new));
    List<Attribution> found =
        contrasts.stream().flatMap(it -> it.attribution(unit).stream()).toList();
    List<String> whole = new ArrayList<>(List.of(Messages.get("console.whole")));
    found.forEach(it -> whole.add(FrontTable.cell(unit, it.whole())));
    table.row(whole);
    for (Component component : Attribution.components(found)) {
      List<String> row = new ArrayList<>(List.of(component.label()));
      found.forEach(
          it -> row.add(it.share(component).map(at -> FrontTable.cell(unit, at)).orElse(NONE)));
      table.row(row);
    }
    return table;
  }
}
