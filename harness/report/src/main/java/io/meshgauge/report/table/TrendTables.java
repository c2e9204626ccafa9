package io.meshgauge.report.table;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Moments;
import io.meshgauge.text.Messages;
import io.meshgauge.trend.SessionFigures;
import io.meshgauge.trend.SessionSeries;
import io.meshgauge.trend.SessionSeries.Point;
import io.meshgauge.trend.SessionTrend.ArmTrend;
import io.meshgauge.trend.SessionTrend.Group;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Tables of sessions as series, a row for each session. */
public final class TrendTables {
  private TrendTables() {}

  /** The values of an arm under every metric. */
  public static Table levels(Group group, ArmTrend arm) {
    Columns<Integer> columns =
        new Columns<Integer>()
            .text("table.session", it -> ReportText.instant(group.sessions().get(it).started()));
    for (SessionSeries series : arm.series()) {
      columns.value(
          Cell.of(series.ratio() ? Messages.get("table.times-baseline") : head(series.metric())),
          it -> Cell.of(at(series, it).map(point -> value(series, point))));
    }
    return columns.table("", "", rows(group));
  }

  /**
   * The values of an arm under one metric, with their intervals.
   *
   * @param heading names the arm
   * @param pages addresses of the sessions' reports, by the names of their folders
   */
  public static Table values(
      Group group, ArmTrend arm, Metric metric, String heading, Map<String, String> pages) {
    Columns<Integer> columns =
        new Columns<Integer>()
            .cell("table.session", it -> session(group.sessions().get(it), pages));
    arm.series(metric, false).ifPresent(it -> values(columns, head(metric), it));
    arm.series(metric, true)
        .ifPresent(it -> values(columns, Messages.get("table.times-baseline"), it));
    return columns
        .number(
            "table.blocks",
            it ->
                arm.series(metric, false)
                    .flatMap(series -> at(series, it))
                    .map(point -> Integer.toString(point.blocks().n()))
                    .orElse("0"))
        .table(Messages.get("table.trend", metric.title(), heading), "", rows(group));
  }

  private static void values(Columns<Integer> columns, String head, SessionSeries series) {
    columns.value(Cell.of(head), it -> Cell.of(at(series, it).map(point -> words(series, point))));
  }

  private static List<Integer> rows(Group group) {
    return IntStream.range(0, group.sessions().size()).boxed().toList();
  }

  private static Cell session(SessionFigures session, Map<String, String> pages) {
    return Cell.of(session.session())
        .to(pages.getOrDefault(session.session(), ""))
        .with("", ReportText.instant(session.started()));
  }

  private static String head(Metric metric) {
    String unit = Amounts.symbol(metric.unit());
    return unit.isEmpty() ? metric.brief() : metric.brief() + ", " + unit;
  }

  private static Optional<Point> at(SessionSeries series, int session) {
    return series.points().stream().filter(it -> it.session() == session).findFirst();
  }

  private static String value(SessionSeries series, Point point) {
    return number(series, Math.exp(point.blocks().mean()));
  }

  /** A value with its interval, for example {@code 2.03 [1.97 to 2.10]}. */
  public static String words(SessionSeries series, Point point) {
    return interval(point.blocks())
        .map(
            it ->
                "%s [%s]"
                    .formatted(
                        value(series, point),
                        Amounts.range(number(series, it.low()), number(series, it.high()))))
        .orElseGet(() -> value(series, point));
  }

  private static String number(SessionSeries series, double value) {
    return series.ratio() ? Amounts.fixed(value, 3) : Amounts.number(series.metric().unit(), value);
  }

  /** 95 % interval of a session's value by its blocks; empty for fewer than two. */
  public static Optional<Interval> interval(Moments blocks) {
    return blocks.n() < 2
        ? Optional.empty()
        : Optional.of(raised(blocks.interval(Interval.CONFIDENCE)));
  }

  /** From logarithms to what they are of. */
  public static Interval raised(Interval logarithms) {
    return new Interval(Math.exp(logarithms.low()), Math.exp(logarithms.high()));
  }
}
