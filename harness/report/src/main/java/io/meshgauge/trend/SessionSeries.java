package io.meshgauge.trend;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.BetweenSessions;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Moments;
import io.meshgauge.stats.drift.ChangePoint;
import io.meshgauge.stats.drift.ChangePoints;
import io.meshgauge.stats.drift.MannKendall;
import io.meshgauge.stats.drift.Series;
import io.meshgauge.stats.drift.TheilSen;
import io.meshgauge.stats.drift.Trend;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One metric of one arm over sessions, in ln: its level, or its ratio to the baseline of the same
 * session.
 *
 * @param metric what is followed
 * @param ratio whether it is the ratio to the baseline
 * @param points sessions that have a value, by start time
 * @param spread between the sessions; empty for fewer than three
 * @param drift over all sessions; empty for fewer than eight
 * @param steps changes of the level; none for fewer than twelve sessions
 */
public record SessionSeries(
    Metric metric,
    boolean ratio,
    List<Point> points,
    Optional<BetweenSessions> spread,
    Optional<Slope> drift,
    List<ChangePoint> steps) {
  /** Probability of a false step in any series. */
  private static final double FALSE_STEPS = 0.01;

  private static final double MILLIS_PER_HOUR = 3_600_000;

  /**
   * The value of one session.
   *
   * @param session its place among the sessions of its group, from 0
   * @param started its start time
   * @param blocks of the session, in ln
   */
  public record Point(int session, Instant started, Moments blocks) {}

  /**
   * Change over the whole series by its slope.
   *
   * @param change in ln, from the first to the last session
   * @param interval 95 % interval of it; empty if the sessions cannot bound it
   * @param p probability of a slope as clear in this series without one, 0 to 1
   */
  public record Slope(double change, Optional<Interval> interval, double p) {}

  public SessionSeries {
    points = List.copyOf(points);
    steps = List.copyOf(steps);
  }

  /**
   * The analysis of a series.
   *
   * @param all number of series that are looked at together
   */
  static SessionSeries of(Metric metric, boolean ratio, List<Point> points, int all) {
    List<Moments> blocks = points.stream().map(Point::blocks).toList();
    Optional<BetweenSessions> spread =
        points.size() < BetweenSessions.MINIMUM_SESSIONS
            ? Optional.empty()
            : Optional.of(BetweenSessions.of(blocks));
    Series series = series(points);
    return new SessionSeries(
        metric, ratio, points, spread, slope(series), steps(series, ratio, FALSE_STEPS / all));
  }

  /**
   * The state of a machine lasts for more than a session; ratios to the baseline are free of it.
   */
  private static List<ChangePoint> steps(Series series, boolean ratio, double falseAlarms) {
    return ratio
        ? ChangePoints.ofIndependent(series, falseAlarms)
        : ChangePoints.of(series, falseAlarms);
  }

  private static Series series(List<Point> points) {
    List<double[]> found = new ArrayList<>();
    for (Point point : points) {
      double hours =
          Duration.between(points.get(0).started(), point.started()).toMillis() / MILLIS_PER_HOUR;
      found.add(new double[] {hours, point.blocks().mean()});
    }
    return Series.of(
        found.stream().mapToDouble(it -> it[0]).toArray(),
        found.stream().mapToDouble(it -> it[1]).toArray());
  }

  /** The trend of a soak's windows needs twelve of them; eight are enough for the rank test. */
  private static Optional<Slope> slope(Series series) {
    if (series.size() < MannKendall.MIN_VALUES) {
      return Optional.empty();
    }
    double hours = series.hours(series.size() - 1);
    Optional<Trend> trend = Trend.of(series);
    if (trend.isPresent()) {
      Trend it = trend.get();
      return Optional.of(slope(it.slopePerHour(), it.interval(), it.p(), hours));
    }
    TheilSen line = TheilSen.of(series);
    double p = MannKendall.of(series).p();
    return Optional.of(slope(line.slopePerHour(), line.interval(), p, hours));
  }

  private static Slope slope(double perHour, Optional<Interval> interval, double p, double hours) {
    return new Slope(
        perHour * hours, interval.map(it -> new Interval(it.low() * hours, it.high() * hours)), p);
  }
}
