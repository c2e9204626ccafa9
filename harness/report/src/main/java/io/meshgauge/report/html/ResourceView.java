package io.meshgauge.report.html;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Part;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.cost.ContainerUses;
import io.meshgauge.report.cost.ContainerUses.Use;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.html.chart.StackedBars;
import io.meshgauge.report.html.chart.StackedBars.Bar;
import io.meshgauge.report.html.chart.StackedBars.Piece;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** CPU and memory of one plan by container, stacked by the part they are accounted to. */
record ResourceView(PlanReport plan, ContainerUses uses) {
  ResourceView(PlanReport plan) {
    this(plan, ContainerUses.of(plan));
  }

  boolean any() {
    return !uses.arms().isEmpty();
  }

  String cpu() {
    return bars(Messages.get("view.cpu-by-container"), cpuUnit(), Use::cpu);
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
    return PlanView.source(plan, Metric.MEMORY_SYSTEM);
  }

  String cpuUnit() {
    return uses.perGib() ? Messages.get("view.cpu-per-gib") : Messages.get("view.cpu-per-requests");
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

  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (Part part : uses.parts()) {
      for (String name : uses.names(part)) {
        rows.add(
            new Row(
                name,
                part,
                uses.arms().stream().map(arm -> new Cell(uses.mean(arm, name))).toList()));
      }
    }
    return rows;
  }

  record Legend(String title, String color) {}

  record Row(String name, Part part, List<Cell> cells) {}

  record Cell(Optional<Use> use) {
    String cpu() {
      return shown(Use::cpu);
    }

    String memory() {
      return shown(Use::memory);
    }

    String workingSet() {
      return shown(Use::workingSet);
    }

    String resident() {
      return shown(Use::resident);
    }

    private String shown(ToDoubleFunction<Use> value) {
      return use.map(value::applyAsDouble)
          .filter(it -> !it.isNaN())
          .map(Amounts::digits)
          .orElse("–");
    }
  }
}
