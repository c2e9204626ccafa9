package io.meshgauge.report.html;

import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.ReportText;
import io.meshgauge.report.console.TrendText;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.html.chart.TrendChart;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Moments;
import io.meshgauge.text.Messages;
import io.meshgauge.trend.AcceptedSessions;
import io.meshgauge.trend.ArmFigures;
import io.meshgauge.trend.SessionFigures;
import io.meshgauge.trend.SessionSeries;
import io.meshgauge.trend.SessionSeries.Point;
import io.meshgauge.trend.SessionTrend;
import io.meshgauge.trend.SessionTrend.ArmTrend;
import io.meshgauge.trend.SessionTrend.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Sessions as series on one page, which needs nothing else: for each variant and metric the charts,
 * what changed, and a table with a row for each session.
 */
public final class TrendPage {
  private TrendPage() {}

  /**
   * The whole page.
   *
   * @param accepted the reference, shown as a band where its environment and load are those of the
   *     sessions
   * @param pages addresses of the sessions' reports, by the names of their folders
   */
  public static String of(
      SessionTrend trend, Optional<AcceptedSessions> accepted, Map<String, String> pages) {
    return HtmlFormat.template("trend.mustache").execute(new View(trend, accepted, pages));
  }

  record View(SessionTrend trend, Optional<AcceptedSessions> accepted, Map<String, String> pages) {

    String policy() {
      return ContentPolicy.of();
    }

    String css() {
      return HtmlFormat.resource("report.css");
    }

    String title() {
      int sessions = trend.groups().stream().mapToInt(it -> it.sessions().size()).sum();
      return Messages.get("view.trend", Messages.count(sessions, "view.of-session"));
    }

    List<GroupView> groups() {
      List<GroupView> groups = new ArrayList<>();
      for (Group group : trend.groups()) {
        groups.add(new GroupView(this, group, groups.size() + 1));
      }
      return groups;
    }
  }

  /** Sessions of one environment and load. */
  record GroupView(View page, Group group, int number) {
    String heading() {
      return TrendText.heading(group, number, page.trend().groups().size());
    }

    boolean differs() {
      return !group.differences().isEmpty();
    }

    List<ArmView> arms() {
      List<ArmView> arms = new ArrayList<>();
      for (ArmTrend arm : group.arms()) {
        arms.add(new ArmView(this, arm, arms.size() + 1));
      }
      return arms;
    }

    /** What the band is, or why there is none; nothing without a reference. */
    List<String> reference() {
      return page.accepted().map(this::words).stream().toList();
    }

    private String words(AcceptedSessions accepted) {
      List<String> differences = differences(accepted);
      String sessions = ReportText.count(accepted.sessions().size(), "accepted session");
      String name = accepted.name();
      if (!differences.isEmpty()) {
        return Messages.get("view.band-differs", sessions, name, String.join("; ", differences));
      }
      return bands().isEmpty()
          ? Messages.get("view.band-too-few", sessions, name)
          : Messages.get("view.band", sessions, name);
    }

    private List<String> differences(AcceptedSessions accepted) {
      return group.sessions().get(0).differencesFrom(accepted.latest(), Set.of());
    }

    private List<Interval> bands() {
      return group.arms().stream()
          .flatMap(arm -> arm.series().stream().flatMap(it -> band(arm.latest(), it).stream()))
          .toList();
    }

    /** Where equal sessions lie, as ratios; empty for levels, which no reference has. */
    Optional<Interval> band(ArmFigures arm, SessionSeries series) {
      return page.accepted()
          .filter(it -> series.ratio() && differences(it).isEmpty())
          .flatMap(it -> it.expected(arm, series.metric()))
          .map(TrendPage::raised);
    }

    /** Labels of the sessions on axes: days, or times if all are of one day. */
    List<String> labels() {
      List<String> starts = group.sessions().stream().map(it -> it.started().toString()).toList();
      boolean oneDay = starts.stream().map(it -> it.substring(0, 10)).distinct().count() == 1;
      return starts.stream()
          .map(it -> oneDay ? it.substring(11, 16) : it.substring(5, 10))
          .toList();
    }

    int slot(String variant) {
      List<String> variants =
          group.arms().stream()
              .map(it -> it.latest().arm())
              .filter(it -> !it.equals(Variant.BASELINE) && !it.equals(Variant.CONTROL))
              .distinct()
              .toList();
      return new Palette(variants).slot(variant);
    }
  }

  record ArmView(GroupView in, ArmTrend arm, int nth) {
    String id() {
      return "arm-%d-%d".formatted(in.number(), nth);
    }

    String heading() {
      return Messages.get("report.arm-under-plan", arm.latest().label(), arm.latest().plan());
    }

    List<MetricView> metrics() {
      return SessionFigures.METRICS.stream()
          .filter(metric -> arm.series(metric, false).isPresent())
          .map(metric -> new MetricView(this, metric))
          .toList();
    }
  }

  record MetricView(ArmView of, Metric metric) {
    String title() {
      return metric.title();
    }

    boolean hasRatio() {
      return of.arm().series(metric, true).isPresent();
    }

    /** The ratio first: what the machine does to all arms of a session is not in it. */
    List<SeriesView> series() {
      List<SeriesView> series = new ArrayList<>();
      of.arm().series(metric, true).ifPresent(it -> series.add(new SeriesView(of, it)));
      of.arm().series(metric, false).ifPresent(it -> series.add(new SeriesView(of, it)));
      return series;
    }

    List<Row> rows() {
      List<Row> rows = new ArrayList<>();
      List<SessionFigures> sessions = of.in().group().sessions();
      for (int i = 0; i < sessions.size(); i++) {
        rows.add(new Row(this, sessions.get(i), i));
      }
      return rows;
    }

    String valueHeading() {
      String unit = Amounts.symbol(metric.unit());
      return unit.isEmpty() ? metric.brief() : metric.brief() + ", " + unit;
    }

    private Optional<Point> point(boolean ratio, int session) {
      return of.arm().series(metric, ratio).stream()
          .flatMap(it -> it.points().stream())
          .filter(it -> it.session() == session)
          .findFirst();
    }
  }

  record SeriesView(ArmView of, SessionSeries series) {
    String caption() {
      String unit = Amounts.symbol(series.metric().unit());
      if (series.ratio()) {
        return Messages.get("view.relative-to-baseline", series.metric().title());
      }
      return unit.isEmpty()
          ? series.metric().title()
          : "%s, %s".formatted(series.metric().title(), unit);
    }

    String changes() {
      return TrendText.changes(of.in().group(), series);
    }

    boolean changed() {
      return of.in().group().drifts(series) || !series.steps().isEmpty();
    }

    String markup() {
      ArmFigures arm = of.arm().latest();
      List<SessionFigures> sessions = of.in().group().sessions();
      return new TrendChart(
              Messages.get(
                  "view.trend-chart",
                  caption(),
                  of.heading(),
                  Messages.count(sessions.size(), "view.of-session")),
              series.ratio() ? Unit.COUNT : series.metric().unit(),
              series.points().stream().map(it -> dot(it, sessions)).toList(),
              of.in().labels(),
              series.steps(),
              of.in().band(arm, series),
              of.in().slot(arm.arm()))
          .markup();
    }

    private TrendChart.Dot dot(Point point, List<SessionFigures> sessions) {
      SessionFigures session = sessions.get(point.session());
      return new TrendChart.Dot(
          point.session(),
          Math.exp(point.blocks().mean()),
          interval(point.blocks()),
          "%s: %s"
              .formatted(session.session(), cell(series.metric(), series.ratio(), point.blocks())));
    }
  }

  /** One session under one metric. */
  record Row(MetricView of, SessionFigures session, int index) {
    String started() {
      return ReportText.instant(session.started());
    }

    String name() {
      return session.session();
    }

    /** Address of its report, or nothing. */
    List<String> page() {
      String address = of.of().in().page().pages().get(session.session());
      return address == null ? List.of() : List.of(address);
    }

    String value() {
      return of.point(false, index).map(it -> cell(of.metric(), false, it.blocks())).orElse("–");
    }

    List<String> ratio() {
      return of.hasRatio()
          ? List.of(
              of.point(true, index).map(it -> cell(of.metric(), true, it.blocks())).orElse("–"))
          : List.of();
    }

    String blocks() {
      return of.point(false, index).map(it -> Integer.toString(it.blocks().n())).orElse("0");
    }
  }

  /** A value with its interval, for example {@code 2.03 [1.97 to 2.10]}. */
  private static String cell(Metric metric, boolean ratio, Moments blocks) {
    String value = number(metric, ratio, Math.exp(blocks.mean()));
    return interval(blocks)
        .map(
            it ->
                "%s [%s]"
                    .formatted(
                        value,
                        Amounts.range(
                            number(metric, ratio, it.low()), number(metric, ratio, it.high()))))
        .orElse(value);
  }

  private static String number(Metric metric, boolean ratio, double value) {
    return ratio ? Amounts.fixed(value, 3) : Amounts.number(metric.unit(), value);
  }

  /** 95 % interval of a session's value by its blocks; empty for fewer than two. */
  private static Optional<Interval> interval(Moments blocks) {
    return blocks.n() < 2
        ? Optional.empty()
        : Optional.of(raised(blocks.interval(Interval.CONFIDENCE)));
  }

  /** From logarithms to what they are of. */
  private static Interval raised(Interval logarithms) {
    return new Interval(Math.exp(logarithms.low()), Math.exp(logarithms.high()));
  }
}
