package io.meshgauge.report.html;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Part;
import io.meshgauge.report.Arm;
import io.meshgauge.report.ContainerUses;
import io.meshgauge.report.ContainerUses.Use;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.html.StackedBars.Bar;
import io.meshgauge.report.html.StackedBars.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** CPU and memory of one plan by container, stacked by the part they are accounted to. */
record ResourceView(PlanReport plan, ContainerUses uses) {
  private static final String CPU = "CPU-s per 1000 requests";
  private static final String STREAM_CPU = "CPU-s per GiB received";

  ResourceView(PlanReport plan) {
    this(plan, ContainerUses.of(plan));
  }

  Map<String, Object> model() {
    return Map.of(
        "any",
        !uses.arms().isEmpty(),
        "cpu",
        bars("CPU by container", cpuUnit(), Use::cpu),
        "memory",
        bars(
            "Memory by container",
            "MiB of %s, mean over the window".formatted(uses.compared()),
            Use::memory),
        "legend",
        uses.parts().stream()
            .map(part -> Map.of("title", part.title(), "color", Palette.of(part)))
            .toList(),
        "head",
        uses.arms().stream()
            .map(arm -> Map.of("name", arm.name(), "model", arm.isModel()))
            .toList(),
        "rows",
        rows(),
        "cpuUnit",
        cpuUnit(),
        "compared",
        uses.compared(),
        "source",
        PlanView.source(plan, Metric.MEMORY_SYSTEM));
  }

  private String cpuUnit() {
    return uses.perGib() ? STREAM_CPU : CPU;
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

  private List<Map<String, Object>> rows() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Part part : uses.parts()) {
      for (String container : uses.names(part)) {
        rows.add(
            Map.of(
                "name",
                container,
                "part",
                part.title(),
                "cells",
                uses.arms().stream().map(arm -> cell(uses.mean(arm, container))).toList()));
      }
    }
    return rows;
  }

  private static Map<String, Object> cell(Optional<Use> use) {
    return Map.of(
        "cpu", shown(use, Use::cpu),
        "memory", shown(use, Use::memory),
        "workingSet", shown(use, Use::workingSet),
        "resident", shown(use, Use::resident));
  }

  private static String shown(Optional<Use> use, ToDoubleFunction<Use> value) {
    return use.map(value::applyAsDouble).filter(it -> !it.isNaN()).map(Amounts::digits).orElse("–");
  }
}
