package io.meshgauge.report.html;

import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.console.TrendText;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.html.chart.TrendChart;
import io.meshgauge.report.table.TrendTables;
import io.meshgauge.stats.Interval;
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
          .map(TrendTables::raised);
    }

    /** Labels of the sessions on axes: days, or times if all are of one day. */
    List<String> labels() {
      List<String> starts = group.sessions().stream().map(it -> it.started().toString()).toList();
      boolean oneDay = starts.stream().map(it -> it.substring(0, 10)).distinct().count() == 1;
      return starts.stream()
          .map(it -> oneDay ? it.substring(11, 16) : it.substring(5, 10))
          .toList();
    }

    Palette palette() {
      List<String> variants =
          group.arms().stream()
              .map(it -> it.latest().arm())
              .filter(it -> !it.equals(Variant.BASELINE) && !it.equals(Variant.CONTROL))
              .distinct()
              .toList();
      return new Palette(variants);
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

    /** The ratio first: what the machine does to all arms of a session is not in it. */
    List<SeriesView> series() {
      List<SeriesView> series = new ArrayList<>();
      of.arm().series(metric, true).ifPresent(it -> series.add(new SeriesView(of, it)));
      of.arm().series(metric, false).ifPresent(it -> series.add(new SeriesView(of, it)));
      return series;
    }

    TableView table() {
      return TableView.of(
          TrendTables.values(
              of.in().group(), of.arm(), metric, of.heading(), of.in().page().pages()),
          of.in().palette());
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
              of.in().palette().slot(arm.arm()))
          .markup();
    }

    private TrendChart.Dot dot(Point point, List<SessionFigures> sessions) {
      SessionFigures session = sessions.get(point.session());
      return new TrendChart.Dot(
          point.session(),
          Math.exp(point.blocks().mean()),
          TrendTables.interval(point.blocks()),
          "%s: %s".formatted(session.session(), TrendTables.words(series, point)));
    }
  }
}
