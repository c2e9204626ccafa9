package io.meshgauge.report.html;

import io.meshgauge.measure.Metric;
import io.meshgauge.measure.use.Part;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.cost.ContainerUses;
import io.meshgauge.report.cost.ContainerUses.Use;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.html.chart.StackedBars;
import io.meshgauge.report.html.chart.StackedBars.Bar;
import io.meshgauge.report.html.chart.StackedBars.Piece;
import io.meshgauge.report.table.ResourceTables;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** CPU and memory of one plan by container, stacked by the part they are accounted to. */
record ResourceView(PlanReport plan, Palette palette, ContainerUses uses) {
  ResourceView(PlanReport plan, Palette palette) {
    this(plan, palette, ContainerUses.of(plan));
  }

  TableView table() {
    return TableView.of(ResourceTables.containers(uses), palette);
  }

  List<TableView> reservations() {
    return TableView.unlessEmpty(ResourceTables.reservations(plan), palette);
  }

  boolean any() {
    return !uses.arms().isEmpty();
  }

  String cpu() {
    return bars(Messages.get("view.cpu-by-container"), ResourceTables.cpuUnit(uses), Use::cpu);
  }

  String memory() {
    return bars(
        Messages.get("view.memory-by-container"),
        Messages.get("view.memory-unit", uses.compared()),
        Use::memory);
  }

  List<Legend> legend() {
    return uses.parts().stream().map(part -> new Legend(part.title(), Palette.of(part))).toList();
  }

  String source() {
    return plan.source(Metric.MEMORY_SYSTEM);
  }

  private String bars(String title, String unit, ToDoubleFunction<Use> value) {
    List<Bar> bars = new ArrayList<>();
    for (Arm arm : uses.arms()) {
      List<Piece> pieces = new ArrayList<>();
      for (Part part : uses.parts()) {
        for (String container : uses.names(part)) {
          uses.mean(arm, container)
              .ifPresent(
                  use ->
                      pieces.add(new Piece(container, Palette.of(part), value.applyAsDouble(use))));
        }
      }
      bars.add(new Bar(arm.label(), pieces));
    }
    return bars.isEmpty() ? "" : new StackedBars(title, unit, bars).markup();
  }

  record Legend(String title, String color) {}
}
