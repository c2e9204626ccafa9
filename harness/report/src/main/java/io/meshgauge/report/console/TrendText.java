package io.meshgauge.report.console;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.table.TrendTables;
import io.meshgauge.stats.drift.ChangePoint;
import io.meshgauge.stats.drift.ChangePoints;
import io.meshgauge.text.Messages;
import io.meshgauge.trend.ArmFigures;
import io.meshgauge.trend.SessionFigures;
import io.meshgauge.trend.SessionSeries;
import io.meshgauge.trend.SessionSeries.Point;
import io.meshgauge.trend.SessionTrend;
import io.meshgauge.trend.SessionTrend.ArmTrend;
import io.meshgauge.trend.SessionTrend.Group;
import java.util.ArrayList;
import java.util.List;

/** Prints sessions as series: a table for each arm, then what changed in it. */
public final class TrendText {
  private final Page page = new Page(false);

  private TrendText() {}

  /** The text, several lines. */
  public static String of(SessionTrend trend) {
    TrendText text = new TrendText();
    for (int i = 0; i < trend.groups().size(); i++) {
      text.group(trend.groups().get(i), i + 1, trend.groups().size());
    }
    return text.page.text();
  }

  /** What the sessions of a group are, on one line. */
  public static String heading(Group group, int number, int all) {
    List<SessionFigures> sessions = group.sessions();
    SessionFigures first = sessions.get(0);
    String what =
        Messages.get(
            "console.trend",
            ReportText.count(sessions.size(), "session"),
            ReportText.instant(first.started()),
            ReportText.instant(sessions.get(sessions.size() - 1).started()),
            first
                .environment()
                .facts()
                .getOrDefault("cpu.model", Messages.get("console.unknown-processor")),
            first.environment().facts().getOrDefault("cpu.cores", "?"),
            first.load().facts().getOrDefault("rate", Messages.get("console.unknown-rate")));
    return all == 1 ? what : Messages.get("console.trend-of", number, all, what);
  }

  private void group(Group group, int number, int all) {
    page.title(heading(group, number, all));
    if (!group.differences().isEmpty()) {
      page.plain(Messages.get("console.other-series"));
      group.differences().forEach(it -> page.bullet(Style.DIM, "!", it));
    }
    group.arms().forEach(arm -> arm(group, arm));
    page.blank();
  }

  private void arm(Group group, ArmTrend arm) {
    ArmFigures latest = arm.latest();
    page.blank();
    page.title(Messages.get("report.arm-under-plan", latest.label(), latest.plan()));
    page.table(TrendTables.levels(group, arm));
    arm.series().stream()
        .filter(series -> series.ratio() || SessionFigures.isBaseline(latest))
        .forEach(series -> page.bullet(Style.DIM, mark(group, series), changes(group, series)));
  }

  private static String mark(Group group, SessionSeries series) {
    return group.drifts(series) || !series.steps().isEmpty() ? "!" : "·";
  }

  /** What changed in a series: drift, steps and spread, in one sentence. */
  public static String changes(Group group, SessionSeries series) {
    List<String> found = new ArrayList<>();
    found.add(
        series
            .drift()
            .map(it -> slope(it, group.drifts(series)))
            .orElseGet(() -> Messages.get("console.too-few-for-drift")));
    if (series.steps().isEmpty()) {
      found.add(
          series.points().size() < 2 * ChangePoints.MIN_LEVEL_WINDOWS
              ? Messages.get("console.too-few-for-step")
              : Messages.get("console.no-step"));
    }
    series.steps().forEach(step -> found.add(step(group, series, step)));
    series
        .spread()
        .ifPresent(
            it ->
                found.add(
                    Messages.get(
                        "console.spread",
                        Amounts.fixed(100 * it.deviation(), 1),
                        Amounts.fixed(100 * Math.sqrt(it.blockVariance()), 1))));
    return "%s%s: %s"
        .formatted(
            series.metric().brief(),
            series.ratio() ? " " + Messages.get("console.times-baseline") : "",
            String.join("; ", found));
  }

  private static String slope(SessionSeries.Slope slope, boolean drifts) {
    String interval =
        slope
            .interval()
            .map(
                it ->
                    " [%s]"
                        .formatted(
                            Amounts.range(
                                Amounts.change(Math.expm1(it.low())),
                                Amounts.change(Math.expm1(it.high())))))
            .orElse("");
    String change = Amounts.change(Math.expm1(slope.change()));
    return drifts
        ? Messages.get("console.drifts", change, interval, p(slope.p()))
        : Messages.get("console.no-drift", change, interval, p(slope.p()));
  }

  private static String step(Group group, SessionSeries series, ChangePoint step) {
    Metric metric = series.metric();
    Point first = series.points().get(step.window());
    String before =
        series.ratio()
            ? Amounts.fixed(Math.exp(step.before()), 3)
            : Amounts.text(metric.unit(), Math.exp(step.before()));
    String after =
        series.ratio()
            ? Amounts.fixed(Math.exp(step.after()), 3)
            : Amounts.text(metric.unit(), Math.exp(step.after()));
    return Messages.get(
        "console.step",
        Amounts.change(Math.expm1(step.step())),
        before,
        after,
        ReportText.instant(first.started()),
        group.sessions().get(first.session()).session());
  }

  private static String p(double p) {
    String text = Amounts.probability(p);
    return text.startsWith("<") ? text : "= " + text;
  }
}
