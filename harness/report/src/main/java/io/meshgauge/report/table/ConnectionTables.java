package io.meshgauge.report.table;

import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Replicates;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Table of what new connections between proxies cost: arms whose connections end after a number of
 * requests, against the same arm that keeps them.
 */
public final class ConnectionTables {
  private static final Set<String> SETTINGS =
      TrafficSetting.OF_CONNECTIONS.stream()
          .map(TrafficSetting::key)
          .collect(Collectors.toUnmodifiableSet());

  /** CPU is measured per 1,000 requests. */
  private static final double REQUESTS = 1e3;

  private ConnectionTables() {}

  private record Row(Arm arm, double perRequest, Optional<Arm> kept) {
    Optional<Difference> added(Metric metric) {
      return kept.flatMap(it -> ConnectionTables.added(metric, it, arm));
    }

    /** CPU seconds per new connection. */
    double share(double cpu) {
      return cpu / REQUESTS / perRequest;
    }
  }

  /** What an arm has more of than another one, within blocks; empty where they share none. */
  static Optional<Difference> added(Metric metric, Arm reference, Arm to) {
    Optional<Replicates> less = reference.replicates(metric);
    Optional<Replicates> more = to.replicates(metric);
    return less.isPresent()
            && more.isPresent()
            && Difference.shareBlocks(List.of(less.get()), more.get())
        ? Optional.of(Difference.inUnits(List.of(less.get()), more.get()))
        : Optional.empty();
  }

  /** The table; empty where no arm ends its connections. */
  public static Table cost(PlanReport plan) {
    return new Columns<Row>()
        .text("table.variant", row -> row.arm().label())
        .number("table.connections-per-request", row -> Amounts.digits(row.perRequest()))
        .known(
            "table.cpu-per-connection",
            row ->
                row.added(Metric.CPU_SYSTEM)
                    .map(it -> Amounts.text(Unit.SECONDS, row.share(it.absolute()))))
        .known(
            "table.interval-95",
            row ->
                row.added(Metric.CPU_SYSTEM)
                    .flatMap(Difference::interval)
                    .map(
                        it ->
                            Amounts.interval(
                                Unit.SECONDS, row.share(it.low()), row.share(it.high()))))
        .known(
            "table.added-p50",
            row ->
                row.added(Metric.RESPONSE_P50)
                    .map(it -> Amounts.text(Metric.RESPONSE_P50.unit(), it.absolute())))
        .known(
            "table.interval-95",
            row ->
                row.added(Metric.RESPONSE_P50)
                    .flatMap(Difference::interval)
                    .map(it -> Amounts.interval(Metric.RESPONSE_P50.unit(), it.low(), it.high())))
        .table(
            Messages.get("table.connection-cost"),
            Messages.get("table.connection-cost-note"),
            rows(plan));
  }

  private static List<Row> rows(PlanReport plan) {
    return plan.arms().stream()
        .filter(arm -> perRequest(arm).isPresent())
        .map(arm -> new Row(arm, perRequest(arm).getAsDouble(), kept(plan, arm)))
        .toList();
  }

  private static OptionalDouble perRequest(Arm arm) {
    return arm.valid().stream()
        .map(run -> run.value(Metric.NEW_CONNECTIONS))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .average();
  }

  /** The arm that is equal but for its connections, of which nothing is requested. */
  private static Optional<Arm> kept(PlanReport plan, Arm arm) {
    return plan.arms().stream()
        .filter(other -> !other.variant().isControl())
        .filter(other -> equalButForConnections(other.variant(), arm.variant()))
        .findFirst();
  }

  private static boolean equalButForConnections(Variant kept, Variant variant) {
    return kept.isPartOf(variant)
        && SETTINGS.stream().noneMatch(kept.choices()::containsKey)
        && variant.choices().keySet().stream()
            .filter(it -> !kept.choices().containsKey(it))
            .allMatch(SETTINGS::contains);
  }
}
