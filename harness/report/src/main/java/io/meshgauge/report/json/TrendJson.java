package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.meshgauge.measure.Metric;
import io.meshgauge.stats.BetweenSessions;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.drift.ChangePoint;
import io.meshgauge.trend.SessionFigures;
import io.meshgauge.trend.SessionSeries;
import io.meshgauge.trend.SessionTrend;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sessions as series, as {@code meshgauge trend --json} prints them and {@code
 * reports/trend.schema.json} describes them.
 */
@JsonClassDescription("Sessions as series, one group for each environment and load.")
public record TrendJson(
    String format,
    @JsonPropertyDescription("Raised whenever a field changes its name or meaning.")
        int formatVersion,
    List<GroupJson> groups) {
  static final String FORMAT = "meshgauge-trend";
  static final int FORMAT_VERSION = 1;

  /** The document, which ends with a line break. */
  public static String text(SessionTrend trend) {
    return JsonFormat.write(
        new TrendJson(FORMAT, FORMAT_VERSION, trend.groups().stream().map(GroupJson::of).toList()));
  }

  record GroupJson(
      List<TrendSessionJson> sessions,
      @JsonPropertyDescription("Facts that differ from the first group.") List<String> differences,
      Map<String, String> environment,
      Map<String, String> load,
      List<TrendSeriesJson> series) {
    static GroupJson of(SessionTrend.Group group) {
      SessionFigures first = group.sessions().get(0);
      return new GroupJson(
          group.sessions().stream()
              .map(it -> new TrendSessionJson(it.session(), it.started().toString(), it.archive()))
              .toList(),
          group.differences(),
          first.environment().facts(),
          first.load().facts(),
          group.arms().stream()
              .flatMap(
                  arm ->
                      arm.series().stream()
                          .map(
                              it ->
                                  TrendSeriesJson.of(
                                      arm.latest().plan(),
                                      arm.latest().label(),
                                      it,
                                      group.drifts(it))))
              .toList());
    }
  }

  record TrendSessionJson(String session, String started, String archive) {}

  record TrendSeriesJson(
      String plan,
      String variant,
      Metric metric,
      @JsonPropertyDescription("Whether values are ratios to the baseline of the same session.")
          boolean ratio,
      List<TrendPointJson> points,
      @JsonPropertyDescription(
              "Standard deviation of the sessions without the blocks' part, in ln.")
          Optional<Double> deviation,
      Optional<TrendSlopeJson> drift,
      List<TrendStepJson> steps) {
    static TrendSeriesJson of(String plan, String variant, SessionSeries series, boolean drifts) {
      return new TrendSeriesJson(
          plan,
          variant,
          series.metric(),
          series.ratio(),
          series.points().stream()
              .map(
                  it ->
                      new TrendPointJson(
                          it.session(), Math.exp(it.blocks().mean()), it.blocks().n()))
              .toList(),
          series.spread().map(BetweenSessions::deviation),
          series.drift().map(it -> TrendSlopeJson.of(it, drifts)),
          series.steps().stream().map(it -> TrendStepJson.of(it, series)).toList());
    }
  }

  record TrendPointJson(
      @JsonPropertyDescription("Place in the list of sessions, from 0.") int session,
      @JsonPropertyDescription("Geometric mean of the blocks, in the metric's unit, or a ratio.")
          double value,
      int blocks) {}

  record TrendSlopeJson(
      @JsonPropertyDescription("Relative change from the first to the last session, by the slope.")
          double change,
      Optional<Interval> interval,
      double p,
      @JsonPropertyDescription("Whether p is below 5 % after correction for the number of series.")
          boolean significant) {
    static TrendSlopeJson of(SessionSeries.Slope slope, boolean significant) {
      return new TrendSlopeJson(
          Math.expm1(slope.change()),
          slope.interval().map(it -> new Interval(Math.expm1(it.low()), Math.expm1(it.high()))),
          slope.p(),
          significant);
    }
  }

  record TrendStepJson(
      @JsonPropertyDescription("First session of the new level, by its place in the list.")
          int session,
      double before,
      double after,
      double p) {
    static TrendStepJson of(ChangePoint step, SessionSeries series) {
      return new TrendStepJson(
          series.points().get(step.window()).session(),
          Math.exp(step.before()),
          Math.exp(step.after()),
          step.p());
    }
  }
}
