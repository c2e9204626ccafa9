package io.meshgauge.report.table;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Arm.EvidenceMark;
import io.meshgauge.report.arm.Promises;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.NoiseFloor;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Cost of each variant under one plan: medians, and differences from the baseline. */
public record CostTable(PlanReport plan) {
  private static final List<Column> REQUESTS =
      List.of(
          new Column("p50 ms", Metric.RESPONSE_P50, Companion.DIFFERENCE),
          new Column("p99 ms", Metric.RESPONSE_P99, Companion.DIFFERENCE),
          new Column("req/s", Metric.THROUGHPUT, Companion.NOTHING),
          new Column("CPU-s/1000", Metric.CPU_SYSTEM, Companion.CHANGE),
          new Column("MiB", Metric.MEMORY_SYSTEM, Companion.CHANGE));

  /** Form of a metric's difference from the baseline. */
  private enum Companion {
    NOTHING,
    /** Difference, and change in per cent. */
    DIFFERENCE,
    /** Change in per cent. */
    CHANGE
  }

  private record Column(String title, Metric metric, Companion companion) {}

  private static List<Column> stream() {
    return List.of(
        new Column("Gbit/s", Metric.TCP_THROUGHPUT, Companion.DIFFERENCE),
        new Column(Messages.get("table.resent"), Metric.STREAM_RETRANSMITS, Companion.DIFFERENCE),
        new Column(Messages.get("table.loss"), Metric.STREAM_LOSS, Companion.NOTHING),
        new Column("CPU-s/GiB", Metric.STREAM_CPU_PATH, Companion.CHANGE),
        new Column(Messages.get("table.proxies"), Metric.MEMORY_DATA_PLANE, Companion.NOTHING));
  }

  private static List<Column> capacity() {
    return List.of(
        new Column(Messages.get("table.capacity"), Metric.CAPACITY, Companion.DIFFERENCE),
        new Column("50%: p99", Metric.AT_50_P99, Companion.NOTHING),
        new Column("70%: p99", Metric.RESPONSE_P99, Companion.DIFFERENCE),
        new Column("90%: p99 ms", Metric.AT_90_P99, Companion.NOTHING),
        new Column("CPU-s/1000", Metric.CPU_SYSTEM, Companion.CHANGE));
  }

  private static List<Column> soak() {
    return REQUESTS.stream()
        .map(column -> new Column(column.title(), column.metric(), Companion.NOTHING))
        .toList();
  }

  /** The table; below the arms, what the baseline shows against itself. */
  public Table table() {
    Columns<Optional<Arm>> columns =
        new Columns<Optional<Arm>>()
            .cell(
                "table.variant",
                arm -> arm.map(Cell::of).orElseGet(() -> Cell.of(Messages.get("table.itself"))));
    for (Column column : columns()) {
      Metric metric = column.metric();
      columns.value(
          Cell.of(column.title()), arm -> arm.map(it -> value(it, metric)).orElse(Cell.EMPTY));
      switch (column.companion()) {
        case NOTHING -> {}
        case DIFFERENCE ->
            columns.value(
                "table.vs-baseline",
                arm ->
                    Cell.of(arm.map(it -> difference(it, metric)).orElseGet(() -> floor(metric))));
        case CHANGE ->
            columns.value(
                Cell.EMPTY,
                arm ->
                    Cell.of(
                        arm.map(it -> change(it, metric)).orElseGet(() -> relativeFloor(metric))));
      }
    }
    List<Optional<Arm>> rows = new ArrayList<>(plan.arms().stream().map(Optional::of).toList());
    if (!plan.plan().isSoak()) {
      rows.add(Optional.empty());
    }
    return columns.table("", "", rows);
  }

  /** Percentiles, use and evidence of a load of requests, in one line for each arm. */
  public Table brief() {
    return Columns.ofArms((Arm arm) -> arm)
        .value(Cell.of("p50 ms"), arm -> value(arm, Metric.RESPONSE_P50))
        .value(Cell.of("p95 ms"), arm -> value(arm, Metric.RESPONSE_P95))
        .value(Cell.of("p99 ms"), arm -> value(arm, Metric.RESPONSE_P99))
        .value(Cell.of("CPU-s/1000"), arm -> value(arm, Metric.CPU_SYSTEM))
        .value(Cell.of("MiB"), arm -> value(arm, Metric.MEMORY_SYSTEM))
        .text(
            "table.evidence",
            arm ->
                arm.evidenceMark() == EvidenceMark.OBSERVED
                    ? Promises.words(arm)
                    : ReportText.of(arm.evidenceMark()))
        .table("", "", plan.arms());
  }

  private List<Column> columns() {
    return switch (plan.plan().kind()) {
      case REQUESTS -> REQUESTS;
      case SOAK -> soak();
      case CAPACITY -> capacity();
      case STREAM -> stream();
    };
  }

  private String floor(Metric metric) {
    return Optional.ofNullable(plan.noiseFloors().get(metric))
        .map(NoiseFloor::absolute)
        .map(floor -> "±" + Amounts.number(metric.unit(), floor))
        .orElseGet(() -> Messages.get("table.not-measured"));
  }

  private String relativeFloor(Metric metric) {
    NoiseFloor floor = plan.noiseFloors().get(metric);
    if (floor == null || floor.relative().isEmpty()) {
      return Cell.NONE.text();
    }
    return "±" + Amounts.change(floor.relative().getAsDouble()).substring(1);
  }

  /** The median of an arm, or a dash where nothing was measured. */
  private Cell value(Arm arm, Metric metric) {
    return Cell.of(
        plan.summary(arm, metric).map(found -> Amounts.number(metric.unit(), found.median())));
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
