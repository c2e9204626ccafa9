package io.meshgauge.report.table;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.CapacityResult;
import io.meshgauge.measure.CapacityResult.AtShare;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.HopLatency.Side;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.RetryAmplification;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables of response times, and of calls between services. */
public final class LatencyTables {
  private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9};

  private static final List<Metric> LATENCIES =
      List.of(
          Metric.RESPONSE_P50,
          Metric.RESPONSE_P90,
          Metric.RESPONSE_P95,
          Metric.RESPONSE_P99,
          Metric.RESPONSE_P999,
          Metric.RESPONSE_MEAN,
          Metric.RESPONSE_DEVIATION,
          Metric.SERVICE_P50,
          Metric.SERVICE_P99,
          Metric.FIRST_BYTE_P50,
          Metric.FIRST_BYTE_P99,
          Metric.DENIED_P50,
          Metric.DENIED_P99);

  private LatencyTables() {}

  /** Whether a metric is a percentile of the response times of all requests. */
  static boolean isPercentile(Metric metric) {
    return metric.key().matches("response_p\\d+");
  }

  /** The percentile that a metric is, for example {@code p99.9}. */
  public static String percentile(Metric metric) {
    String end = metric.key().substring(metric.key().lastIndexOf('_') + 1);
    return end.length() > "p99".length() ? "p99." + end.substring("p99".length()) : end;
  }

  /** The latency of each hop, as both of its ends timed it; empty without timers. */
  public static Table hops(PlanReport plan) {
    List<Arm> arms = timed(plan);
    Columns<String> columns = new Columns<String>().text("table.hop", hop -> hop);
    arms.forEach(arm -> columns.arm(arm, hop -> hop(arm, hop)));
    return columns.table(
        Messages.get("table.hops"),
        Messages.get("table.hops-note"),
        arms.stream().flatMap(LatencyTables::hops).map(HopLatency::hop).distinct().toList());
  }

  /**
   * Requests that each service received per call and per request of the load; empty unless a
   * service received noticeably more or fewer than its callers sent.
   */
  public static Table calls(PlanReport plan) {
    List<Arm> arms = timed(plan);
    boolean notable = amplifications(arms).anyMatch(RetryAmplification::notable);
    Columns<String> columns = new Columns<String>().text("table.service", server -> server);
    arms.forEach(arm -> columns.arm(arm, server -> calls(arm, server)));
    return columns.table(
        Messages.get("table.calls"),
        Messages.get("table.calls-note"),
        notable
            ? amplifications(arms).map(RetryAmplification::server).distinct().toList()
            : List.of());
  }

  private static List<Arm> timed(PlanReport plan) {
    return plan.arms().stream().filter(arm -> hops(arm).findAny().isPresent()).toList();
  }

  private static Stream<HopLatency> hops(Arm arm) {
    return arm.valid().stream().flatMap(run -> run.hops().stream());
  }

  private static Stream<RetryAmplification> amplifications(List<Arm> arms) {
    return arms.stream().flatMap(arm -> RetryAmplification.of(arm).stream());
  }

  private static Cell calls(Arm arm, String server) {
    return amplifications(List.of(arm))
        .filter(found -> found.server().equals(server))
        .map(it -> Cell.of(Amounts.digits(it.perCall())).with(Amounts.digits(it.perRequest())))
        .findFirst()
        .orElse(Cell.NONE);
  }

  private static Cell hop(Arm arm, String hop) {
    OptionalDouble client = mean(arm, hop, Side.CLIENT);
    OptionalDouble server = mean(arm, hop, Side.SERVER);
    boolean both = client.isPresent() && server.isPresent();
    return (both ? Cell.of(millis(client.getAsDouble() - server.getAsDouble())) : Cell.NONE)
        .with(millis(client) + " / " + millis(server));
  }

  private static String millis(OptionalDouble seconds) {
    return seconds.isPresent() ? millis(seconds.getAsDouble()) : Cell.NONE.text();
  }

  private static String millis(double seconds) {
    return Amounts.digits(seconds * 1e3);
  }

  /** The exact mean over the calls of all valid runs. */
  private static OptionalDouble mean(Arm arm, String name, Side side) {
    List<HopLatency> those =
        hops(arm).filter(hop -> hop.side() == side && hop.hop().equals(name)).toList();
    long calls = those.stream().mapToLong(HopLatency::count).sum();
    double seconds = those.stream().mapToDouble(hop -> hop.meanSeconds() * hop.count()).sum();
    return calls == 0 ? OptionalDouble.empty() : OptionalDouble.of(seconds / calls);
  }

  /** The curves of response times at the percentiles that are named most. */
  public static Table percentiles(PlanReport plan) {
    Columns<PercentileRow> columns = Columns.ofArms(PercentileRow::arm);
    for (int i = 0; i < PERCENTILES.length; i++) {
      int nth = i;
      columns.value(Cell.of(name(PERCENTILES[i])), row -> point(row.points().get(nth)));
    }
    return columns.table(
        Messages.get("table.percentiles"),
        Messages.get("table.percentiles-note", PercentilePoint.REQUESTS_BEYOND),
        plan.arms().stream()
            .map(arm -> new PercentileRow(arm, PercentilePoint.of(arm, PERCENTILES)))
            .toList());
  }

  private record PercentileRow(Arm arm, List<PercentilePoint> points) {}

  private static String name(double percentile) {
    return "p" + Amounts.fixed(percentile, percentile == Math.rint(percentile) ? 0 : 1);
  }

  private static Cell point(PercentilePoint found) {
    return (found.known() ? Cell.of(Amounts.digits(found.together())) : Cell.NONE)
        .with(
            found.ranged()
                ? Amounts.range(Amounts.digits(found.low()), Amounts.digits(found.high()))
                : Cell.NONE.text());
  }

  /** Medians of the runs, and the longest response time of all. */
  public static Table latencies(PlanReport plan) {
    Columns<Latencies> columns = Columns.ofArms(Latencies::arm);
    for (Metric metric : LATENCIES) {
      columns.value(
          Cell.of(head(metric)),
          row ->
              Cell.of(
                  plan.summary(row.arm(), metric)
                      .map(found -> Amounts.number(metric.unit(), found.median()))));
    }
    return columns
        .number(
            "table.max",
            row ->
                row.response().isEmpty() ? Cell.NONE.text() : millis(row.response().maxSeconds()))
        .number("table.requests", row -> Long.toString(row.response().count()))
        .table(
            Messages.get("table.latencies"),
            Messages.get("table.latencies-note"),
            plan.arms().stream().map(arm -> new Latencies(arm, arm.response())).toList());
  }

  /** An arm with the response times of all its runs, which are merged once. */
  private record Latencies(Arm arm, LatencyHistogram response) {}

  private static String head(Metric metric) {
    return switch (metric) {
      case SERVICE_P50, SERVICE_P99 -> Messages.get("table.of-service", percentile(metric));
      case DENIED_P50, DENIED_P99 -> Messages.get("table.of-refused", percentile(metric));
      case RESPONSE_MEAN -> Messages.get("table.mean");
      case RESPONSE_DEVIATION -> Messages.get("table.deviation");
      case FIRST_BYTE_P50, FIRST_BYTE_P99 -> metric.title();
      default -> percentile(metric);
    };
  }

  /** The search of one run for the capacity. */
  private record Search(Arm arm, Run run, CapacityResult found) {}

  /** Every search for a capacity: the rates tried, and the latencies below what was found. */
  public static Table searches(PlanReport plan) {
    return Columns.ofArms(Search::arm)
        .number("table.replicate", it -> Integer.toString(it.run().trial().replicate()))
        .number("table.closed-loop", it -> Amounts.digits(it.found().closedLoop()))
        .number("table.capacity", it -> Amounts.digits(it.found().capacity()))
        .cell("table.at-half", it -> times(it.found(), 0.5))
        .cell("table.at-high", it -> times(it.found(), 0.9))
        .text("table.rates-tried", it -> rates(it.found()))
        .table(
            Messages.get("table.searches"),
            Messages.get("table.searches-note"),
            plan.arms().stream()
                .flatMap(
                    arm ->
                        arm.runs().stream()
                            .flatMap(
                                run ->
                                    run.searchedCapacity().stream()
                                        .map(found -> new Search(arm, run, found))))
                .toList());
  }

  private static Cell times(CapacityResult found, double share) {
    return Cell.of(
        found.windows().stream()
            .filter(window -> window.share() == share)
            .map(LatencyTables::times)
            .findFirst());
  }

  private static String times(AtShare window) {
    return window.broken().isEmpty()
        ? millis(window.p50()) + " · " + millis(window.p99())
        : Messages.get("table.not-quoted", String.join(", ", window.broken()));
  }

  private static String rates(CapacityResult found) {
    return found.steps().stream()
        .map(
            step ->
                step.kept()
                    ? Messages.get("table.step-kept", Amounts.digits(step.rate()))
                    : Messages.get(
                        "table.step-broken",
                        Amounts.digits(step.rate()),
                        String.join(", ", step.broken())))
        .collect(Collectors.joining("; "));
  }
}
