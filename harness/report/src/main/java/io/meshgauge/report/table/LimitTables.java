package io.meshgauge.report.table;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.limit.LimitCost;
import io.meshgauge.stats.Summary;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Table of what limits of CPU and memory cost: how near processes came to them, and the tail. */
public final class LimitTables {
  private LimitTables() {}

  private record Row(Arm arm, Optional<LimitCost> cost, Optional<Double> p99) {}

  /** The table; arms without limits are in it for comparison. Empty where no arm has limits. */
  public static Table cost(PlanReport plan) {
    List<Row> rows = plan.arms().stream().flatMap(arm -> rows(plan, arm).stream()).toList();
    boolean limited = rows.stream().anyMatch(row -> row.cost().isPresent());
    return Columns.<Row>ofArms(Row::arm)
        .text(
            "table.limit",
            row ->
                row.cost()
                    .map(it -> "%s: %s".formatted(it.part().title(), it.limit().words()))
                    .orElse(Messages.get("table.limit-none")))
        .known(
            "table.limit-used",
            row ->
                row.cost()
                    .filter(it -> it.used().isPresent())
                    .map(it -> "%s (%s)".formatted(percent(it.used()), it.busiest())))
        .known(
            "table.limit-throttled",
            row ->
                row.cost()
                    .filter(it -> it.throttled().isPresent())
                    .map(it -> percent(it.throttled())))
        .value(
            Cell.of("p99"),
            row -> Cell.of(row.p99().map(it -> Amounts.text(Metric.RESPONSE_P99.unit(), it))))
        .table(
            Messages.get("table.limit-cost"),
            Messages.get("table.limit-cost-note"),
            limited ? rows : List.of());
  }

  private static List<Row> rows(PlanReport plan, Arm arm) {
    Optional<Double> p99 = plan.summary(arm, Metric.RESPONSE_P99).map(Summary::median);
    List<LimitCost> costs = LimitCost.of(arm.variant(), arm.valid());
    return costs.isEmpty()
        ? List.of(new Row(arm, Optional.empty(), p99))
        : costs.stream().map(cost -> new Row(arm, Optional.of(cost), p99)).toList();
  }

  private static String percent(OptionalDouble share) {
    return String.format(Locale.ROOT, "%.0f %%", share.orElseThrow() * 100);
  }
}
