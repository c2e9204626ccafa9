package io.meshgauge.report.console;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Arm;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Cost of each variant under one plan: medians, and differences from the baseline. */
record CostTable(PlanReport plan) {
  private static final String NONE = "-";

  /** Form of a metric's difference from the baseline. */
  private enum Companion {
    NOTHING,
    /** Difference, and change in per cent. */
    DIFFERENCE,
    /** Change in per cent. */
    CHANGE
  }

  private record Column(String title, Metric metric, Companion companion) {}

  private static List<Column> requests() {
    return List.of(
        new Column("p50 ms", Metric.RESPONSE_P50, Companion.DIFFERENCE),
        new Column("p99 ms", Metric.RESPONSE_P99, Companion.DIFFERENCE),
        new Column("req/s", Metric.THROUGHPUT, Companion.NOTHING),
        new Column("CPU-s/1000", Metric.CPU_SYSTEM, Companion.CHANGE),
        new Column("MiB", Metric.MEMORY_SYSTEM, Companion.CHANGE));
  }

  private static List<Column> stream() {
    return List.of(
        new Column("Gbit/s", Metric.TCP_THROUGHPUT, Companion.DIFFERENCE),
        new Column(Messages.get("console.resent"), Metric.STREAM_RETRANSMITS, Companion.DIFFERENCE),
        new Column(Messages.get("console.loss"), Metric.STREAM_LOSS, Companion.NOTHING),
        new Column("CPU-s/GiB", Metric.STREAM_CPU_PATH, Companion.CHANGE),
        new Column(Messages.get("console.proxies"), Metric.MEMORY_DATA_PLANE, Companion.NOTHING));
  }

  private static List<Column> capacity() {
    return List.of(
        new Column(Messages.get("console.capacity"), Metric.CAPACITY, Companion.DIFFERENCE),
        new Column("50%: p99", Metric.AT_50_P99, Companion.NOTHING),
        new Column("70%: p99", Metric.RESPONSE_P99, Companion.DIFFERENCE),
        new Column("90%: p99 ms", Metric.AT_90_P99, Companion.NOTHING),
        new Column("CPU-s/1000", Metric.CPU_SYSTEM, Companion.CHANGE));
  }

  private static List<Column> soak() {
    return requests().stream()
        .map(column -> new Column(column.title(), column.metric(), Companion.NOTHING))
        .toList();
  }

  TextTable table() {
    List<String> header = new ArrayList<>(List.of(Messages.get("console.variant")));
    for (Column column : columns()) {
      header.add(column.title());
      if (column.companion() != Companion.NOTHING) {
        header.add(
            column.companion() == Companion.DIFFERENCE ? Messages.get("console.vs-baseline") : "");
      }
    }
    TextTable table = new TextTable(Set.of(0), header.toArray(String[]::new));
    for (Arm arm : plan.arms()) {
      List<String> cells = new ArrayList<>(List.of(arm.label()));
      columns().forEach(column -> cells.addAll(cells(arm, column)));
      table.row(cells);
    }
    if (plan.plan().isSoak()) {
      return table;
    }
    List<String> floors = new ArrayList<>(List.of(Messages.get("console.itself")));
    columns().forEach(column -> floors.addAll(floor(column)));
    table.row(floors);
    return table;
  }

  private List<Column> columns() {
    return switch (plan.plan().kind()) {
      case REQUESTS -> requests();
      case SOAK -> soak();
      case CAPACITY -> capacity();
      case STREAM -> stream();
    };
  }

  private List<String> cells(Arm arm, Column column) {
    String value = value(arm, column.metric());
    return switch (column.companion()) {
      case NOTHING -> List.of(value);
      case DIFFERENCE -> List.of(value, difference(arm, column.metric()));
      case CHANGE -> List.of(value, change(arm, column.metric()));
    };
  }

  private List<String> floor(Column column) {
    return switch (column.companion()) {
      case NOTHING -> List.of("");
      case DIFFERENCE -> List.of("", floor(column.metric()));
      case CHANGE -> List.of("", relativeFloor(column.metric()));
    };
  }

  private String floor(Metric metric) {
    return Optional.ofNullable(plan.noiseFloors().get(metric))
        .map(NoiseFloor::absolute)
        .map(floor -> "±" + Amounts.number(metric.unit(), floor))
        .orElseGet(() -> Messages.get("console.not-measured"));
  }

  private String relativeFloor(Metric metric) {
    NoiseFloor floor = plan.noiseFloors().get(metric);
    if (floor == null || floor.relative().isEmpty()) {
      return NONE;
    }
    return "±" + Amounts.change(floor.relative().getAsDouble()).substring(1);
  }

  /** The median of an arm, or a dash where nothing was measured. */
  String value(Arm arm, Metric metric) {
    return plan.summary(arm, metric)
        .map(found -> Amounts.number(metric.unit(), found.median()))
        .orElse(NONE);
  }

  private Optional<Comparison> comparison(Arm arm, Metric metric) {
    return plan.contrasts().stream()
        .filter(contrast -> contrast.arm().equals(arm))
        .map((Contrast contrast) -> contrast.on(metric))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private String difference(Arm arm, Metric metric) {
    return comparison(arm, metric)
        .map(
            found ->
                !found.verdict().differs()
                    ? found.verdict().symbol()
                    : Amounts.signed(metric.unit(), found.difference().absolute())
                        + relative(found, " (", ")"))
        .orElse("");
  }

  private String change(Arm arm, Metric metric) {
    return comparison(arm, metric)
        .map(
            found ->
                !found.verdict().differs() ? found.verdict().symbol() : relative(found, "", ""))
        .orElse("");
  }

  private static String relative(Comparison found, String before, String after) {
    return found.difference().relative().isPresent()
        ? before + Amounts.change(found.difference().relative().getAsDouble()) + after
        : "";
  }
}
