package io.meshgauge.report.html;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.SoakReport;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.html.chart.SoakChart;
import io.meshgauge.report.table.SoakTables;
import io.meshgauge.report.table.Table;
import io.meshgauge.soak.Alarm;
import io.meshgauge.soak.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The section of a soak: alarms, every series over time, events. */
record SoakView(SoakReport soak, int nth, Palette palette) {

  static List<SoakView> of(PlanReport plan, Palette palette) {
    List<SoakView> soaks = new ArrayList<>();
    for (SoakReport soak : plan.soaks()) {
      soaks.add(new SoakView(soak, soaks.size(), palette));
    }
    return soaks;
  }

  List<Alarm> alarms() {
    return soak.analysis().alarms();
  }

  /** Settling time in minutes. */
  long settling() {
    return soak.settings().settling().toSeconds() / 60;
  }

  String share() {
    return Amounts.share(soak.settings().drift());
  }

  List<Chart> charts() {
    return charts(soak);
  }

  TableView drifts() {
    return TableView.slim(SoakTables.drifts(soak, Integer.MAX_VALUE), palette);
  }

  List<String> bursts() {
    return soak.analysis().bursts().stream().map(SoakReport::words).toList();
  }

  List<String> steps() {
    return soak.analysis().steps().stream()
        .map(it -> it.subject().title() + " " + it.words())
        .toList();
  }

  List<TableView> faults() {
    Table faults = SoakTables.faults(soak);
    return faults.isEmpty() ? List.of() : List.of(TableView.slim(faults, palette));
  }

  List<TableView> events() {
    return TableView.unlessEmpty(SoakTables.events(soak), palette);
  }

  /** One chart for each quantity with values. */
  static List<Chart> charts(SoakReport soak) {
    List<Quantity> order = new ArrayList<>(Arrays.asList(Quantity.values()));
    order.add(0, order.remove(order.indexOf(Quantity.RESPONSE_P99)));
    return order.stream()
        .flatMap(quantity -> SoakChart.of(soak, quantity).stream())
        .map(chart -> new Chart(chart.caption(), chart.markup()))
        .toList();
  }

  record Chart(String caption, String markup) {}
}
