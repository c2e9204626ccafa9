package io.meshgauge.report.table;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.PlanReport.OfStage;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.stats.Summary;
import io.meshgauge.text.Messages;
import java.util.List;

/** Table of what was measured in each stage of a load, next to the baseline in the same stage. */
public final class StageTables {
  private StageTables() {}

  private record Row(OfStage stage, Arm arm) {
    Cell value(Metric metric) {
      return Cell.of(
          arm.replicates(metric)
              .map(it -> Amounts.number(metric.unit(), Summary.of(it.values()).median())));
    }

    Cell against(Metric metric) {
      return stage.against(arm, metric).map(ComparisonTables::sentence).orElse(Cell.NONE);
    }
  }

  /** The table; empty where the load has one rate. */
  public static Table stages(PlanReport plan) {
    return new Columns<Row>()
        .text("table.stage", row -> row.stage().stage().name())
        .number("table.stage-rate", row -> Amounts.digits(row.stage().stage().rate()))
        .cell("table.variant", row -> Cell.of(plan.arm(row.arm().name()).orElseThrow()))
        .value(Cell.of("p50 ms"), row -> row.value(Metric.RESPONSE_P50))
        .value("table.vs-baseline", row -> row.against(Metric.RESPONSE_P50))
        .detail()
        .value(Cell.of("p95 ms"), row -> row.value(Metric.RESPONSE_P95))
        .detail()
        .value(Cell.of("p99 ms"), row -> row.value(Metric.RESPONSE_P99))
        .value("table.vs-baseline", row -> row.against(Metric.RESPONSE_P99))
        .value(Cell.of("req/s"), row -> row.value(Metric.THROUGHPUT))
        .known(
            "table.stage-errors",
            row ->
                row.arm().errors().map(it -> Amounts.text(Metric.ERROR_RATIO.unit(), it.value())))
        .value(Cell.of("CPU-s/1000"), row -> row.value(Metric.CPU_SYSTEM))
        .value("table.vs-baseline", row -> row.against(Metric.CPU_SYSTEM))
        .detail()
        .value(Cell.of("MiB"), row -> row.value(Metric.MEMORY_SYSTEM))
        .detail()
        .table(Messages.get("table.stages"), Messages.get("table.stages-note"), rows(plan));
  }

  private static List<Row> rows(PlanReport plan) {
    return plan.parts().stages().stream()
        .flatMap(stage -> stage.arms().stream().map(arm -> new Row(stage, arm)))
        .toList();
  }
}
