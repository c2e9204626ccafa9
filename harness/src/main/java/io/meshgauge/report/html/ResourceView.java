package io.meshgauge.report.html;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Part;
import io.meshgauge.measure.ResourceUse;
import io.meshgauge.report.Amounts;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.html.StackedBars.Bar;
import io.meshgauge.report.html.StackedBars.Piece;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** CPU and memory of one plan by container, stacked by the part they are accounted to. */
record ResourceView(PlanReport plan) {
  private static final double MIB = 1024.0 * 1024;
  private static final String CPU = "CPU-s per 1000 requests";
  private static final String MEMORY = "MiB working set, mean over the window";

  Map<String, Object> model() {
    List<Arm> arms = plan.arms().stream().filter(arm -> !uses(arm).isEmpty()).toList();
    return Map.of(
        "any",
        !arms.isEmpty(),
        "cpu",
        bars(arms, "CPU by container", CPU, ResourceView::cpu),
        "memory",
        bars(arms, "Memory by container", MEMORY, (run, use) -> use.memoryMeanBytes() / MIB),
        "legend",
        parts(arms),
        "head",
        arms.stream().map(arm -> Map.of("name", arm.name(), "model", arm.isModel())).toList(),
        "rows",
        rows(arms),
        "source",
        PlanView.source(plan, Metric.CPU_SYSTEM));
  }

  private static double cpu(Run run, ResourceUse use) {
    long completed = run.measuredLoad().map(LoadResult::completed).orElse(0L);
    return completed == 0 ? 0 : use.cpuSeconds() / completed * 1e3;
  }

  private static List<ResourceUse> uses(Arm arm) {
    return arm.valid().stream().flatMap(run -> run.resources().stream()).toList();
  }

  private static String bars(
      List<Arm> arms, String title, String unit, BiFunction<Run, ResourceUse, Double> value) {
    List<Bar> bars = new ArrayList<>();
    for (Arm arm : arms) {
      List<Piece> pieces = new ArrayList<>();
      for (Part part : Part.values()) {
        for (String container : containers(List.of(arm), part)) {
          mean(arm, container, value)
              .ifPresent(mean -> pieces.add(new Piece(container, Palette.of(part), mean)));
        }
      }
      bars.add(new Bar(arm.label(), pieces));
    }
    return bars.isEmpty() ? "" : new StackedBars(title, unit, bars).markup();
  }

  private static List<String> containers(List<Arm> arms, Part part) {
    return List.copyOf(
        new TreeSet<>(
            arms.stream()
                .flatMap(arm -> uses(arm).stream())
                .filter(use -> use.part() == part)
                .map(ResourceUse::container)
                .toList()));
  }

  /** The mean over replicates: unlike medians, means of pieces add up to the mean of the whole. */
  private static Optional<Double> mean(
      Arm arm, String container, BiFunction<Run, ResourceUse, Double> value) {
    List<Double> values = new ArrayList<>();
    for (Run run : arm.valid()) {
      for (ResourceUse use : run.resources()) {
        if (use.container().equals(container)) {
          values.add(value.apply(run, use));
        }
      }
    }
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(values.stream().mapToDouble(v -> v).average().orElse(0));
  }

  private static List<Map<String, Object>> parts(List<Arm> arms) {
    return arms.stream()
        .flatMap(arm -> uses(arm).stream())
        .map(ResourceUse::part)
        .distinct()
        .sorted(Comparator.naturalOrder())
        .map(part -> Map.<String, Object>of("title", part.title(), "color", Palette.of(part)))
        .toList();
  }

  private static List<Map<String, Object>> rows(List<Arm> arms) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Part part : Part.values()) {
      for (String container : containers(arms, part)) {
        List<Map<String, Object>> cells = arms.stream().map(arm -> cell(arm, container)).toList();
        rows.add(Map.of("name", container, "part", part.title(), "cells", cells));
      }
    }
    return rows;
  }

  private static Map<String, Object> cell(Arm arm, String container) {
    Optional<Double> cpu = mean(arm, container, ResourceView::cpu);
    Optional<Double> memory = mean(arm, container, (run, use) -> use.memoryMeanBytes() / MIB);
    Optional<Double> peak = mean(arm, container, (run, use) -> use.memoryPeakBytes() / MIB);
    return Map.of(
        "cpu",
        cpu.map(Amounts::digits).orElse("–"),
        "memory",
        memory.map(Amounts::digits).orElse("–"),
        "peak",
        peak.map(Amounts::digits).orElse("–"));
  }
}
