package io.meshgauge.report.table;

import io.meshgauge.attribution.Attribution;
import io.meshgauge.attribution.Component;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.Front;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.arm.Recovery;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;

/** Tables of what variants add to the arm they are compared with. */
public final class DifferenceTables {
  private DifferenceTables() {}

  /** Added response time against added CPU or memory. */
  public static Table front(Metric latency, Metric cost, List<Front.Row> rows) {
    String added = name(cost);
    return Columns.ofArms(Front.Row::arm)
        .text("table.promises", Front.Row::promises)
        .value(added(brief(latency), latency.unit()), row -> Cell.of(latency.unit(), row.latency()))
        .value(added(added, cost.unit()), row -> Cell.of(cost.unit(), row.cost()))
        .text(
            "table.among-equal",
            row ->
                row.beatenBy()
                    .map(other -> Messages.get("report.front-beaten", other))
                    .orElseGet(() -> Messages.get("report.on-front")))
        .table(Messages.get("table.front", name(latency), added), "", rows);
  }

  /** The quantity of a picture of response time, or of what a change costs, against cost. */
  public static String name(Metric metric) {
    return switch (metric) {
      case CPU_SYSTEM -> Messages.get("view.cpu");
      case MEMORY_SYSTEM -> Messages.get("view.memory");
      default ->
          LatencyTables.isPercentile(metric)
              ? Messages.get("view.response-time", brief(metric))
              : brief(metric);
    };
  }

  /** The same where a choice of quantities is offered, for example {@code p99}. */
  public static String brief(Metric metric) {
    return LatencyTables.isPercentile(metric) ? LatencyTables.percentile(metric) : metric.brief();
  }

  private static Cell added(String what, Unit unit) {
    return Cell.of(Messages.get("table.added-in", what, Amounts.symbol(unit)));
  }

  /** Known amounts that arms add to every request, and what was measured of them. */
  public static Table known(PlanReport plan) {
    return new Columns<Recovery>()
        .text("table.known-amount", found -> found.arm().label())
        .text("table.metric", found -> found.amount().metric().title())
        .number("table.added", found -> Amounts.text(unit(found), found.added()))
        .number("table.measured", found -> Amounts.text(unit(found), found.difference().absolute()))
        .known(
            "table.interval-95",
            found ->
                found
                    .difference()
                    .interval()
                    .map(it -> Amounts.interval(unit(found), it.low(), it.high())))
        .text("table.result", DifferenceTables::recovered)
        .table(Messages.get("table.known"), Messages.get("table.known-note"), plan.recoveries());
  }

  private static Unit unit(Recovery found) {
    return found.amount().metric().unit();
  }

  private static String recovered(Recovery found) {
    return found
        .recovered()
        .map(it -> Messages.get(it ? "report.recovered" : "report.not-recovered"))
        .orElseGet(() -> Messages.get("table.no-interval"));
  }

  /** Where the response time or the CPU is spent that variants add to the baseline. */
  public static Table attribution(Unit unit, List<Contrast> contrasts) {
    List<Attribution> found =
        contrasts.stream().flatMap(it -> it.attribution(unit).stream()).toList();
    Columns<Component> columns = new Columns<Component>().text("table.where", Component::label);
    List<Cell> whole = new ArrayList<>(List.of(Cell.of(Messages.get("table.whole"))));
    for (Contrast contrast : contrasts) {
      Attribution added = contrast.attribution(unit).orElseThrow();
      whole.add(Cell.of(unit, added.whole()));
      columns.arm(
          contrast.arm(),
          component -> added.share(component).map(it -> Cell.of(unit, it)).orElse(Cell.NONE));
    }
    String title =
        Messages.get(unit == Unit.SECONDS ? "table.added-time" : "table.added-cpu")
            + ", "
            + Amounts.symbol(unit);
    return columns.grouped(
        title,
        Messages.get("table.attribution-note"),
        List.of(columns.group(whole, Attribution.components(found))));
  }
}
