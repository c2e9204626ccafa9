package io.meshgauge.trend;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Moments;
import io.meshgauge.trend.SessionSeries.Point;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Many sessions as series. Sessions of different environments or loads are not one series: each
 * environment and load is a group of its own.
 *
 * @param groups the one with the first session first
 */
public record SessionTrend(List<Group> groups) {

  /**
   * Sessions of one environment and load.
   *
   * @param sessions by start time
   * @param differences facts that differ from the first group, one sentence each; none for that
   * @param arms their series
   */
  public record Group(
      List<SessionFigures> sessions, List<String> differences, List<ArmTrend> arms) {
    public Group {
      sessions = List.copyOf(sessions);
      differences = List.copyOf(differences);
      arms = List.copyOf(arms);
    }

    /** Number of series, all looked at together. */
    public int size() {
      return arms.stream().mapToInt(it -> it.series().size()).sum();
    }

    /** Whether the drift of a series is significant after Bonferroni's correction. */
    public boolean drifts(SessionSeries series) {
      return series.drift().filter(it -> it.p() * size() < Comparison.LEVEL).isPresent();
    }
  }

  /**
   * Series of one arm under one plan.
   *
   * @param latest the arm in the latest session that has it
   * @param series levels, and ratios to the baseline
   */
  public record ArmTrend(ArmFigures latest, List<SessionSeries> series) {
    public ArmTrend {
      series = List.copyOf(series);
    }

    /** The series of a metric; empty if no session has it. */
    public Optional<SessionSeries> series(Metric metric, boolean ratio) {
      return series.stream().filter(it -> it.metric() == metric && it.ratio() == ratio).findFirst();
    }
  }

  /** A series that is not analysed yet. */
  private record Raw(ArmFigures arm, Metric metric, boolean ratio, List<Point> points) {}

  public SessionTrend {
    groups = List.copyOf(groups);
  }

  /**
   * The series of some sessions.
   *
   * @param sessions at least one, with start times that differ within an environment
   */
  public static SessionTrend of(Collection<SessionFigures> sessions) {
    List<List<SessionFigures>> alike = new ArrayList<>();
    for (SessionFigures one :
        sessions.stream().sorted(Comparator.comparing(SessionFigures::started)).toList()) {
      alike.stream()
          .filter(group -> group.get(0).differencesFrom(one, Set.of()).isEmpty())
          .findFirst()
          .ifPresentOrElse(group -> group.add(one), () -> alike.add(new ArrayList<>(List.of(one))));
    }
    List<Group> groups = new ArrayList<>();
    for (List<SessionFigures> group : alike) {
      groups.add(
          new Group(
              group, alike.get(0).get(0).differencesFrom(group.get(0), Set.of()), arms(group)));
    }
    return new SessionTrend(groups);
  }

  private static List<ArmTrend> arms(List<SessionFigures> sessions) {
    List<ArmFigures> latest = new ArrayList<>();
    for (int i = sessions.size() - 1; i >= 0; i--) {
      for (ArmFigures arm : sessions.get(i).arms()) {
        if (latest.stream()
            .noneMatch(it -> it.plan().equals(arm.plan()) && it.arm().equals(arm.arm()))) {
          latest.add(arm);
        }
      }
    }
    List<Raw> raw = new ArrayList<>();
    for (ArmFigures arm : latest) {
      for (Metric metric : SessionFigures.METRICS) {
        for (boolean ratio : new boolean[] {false, true}) {
          List<Point> points = points(sessions, arm, metric, ratio);
          if (!points.isEmpty()) {
            raw.add(new Raw(arm, metric, ratio, points));
          }
        }
      }
    }
    return latest.stream()
        .map(
            arm ->
                new ArmTrend(
                    arm,
                    raw.stream()
                        .filter(it -> it.arm().equals(arm))
                        .map(
                            it ->
                                SessionSeries.of(it.metric(), it.ratio(), it.points(), raw.size()))
                        .toList()))
        .filter(it -> !it.series().isEmpty())
        .toList();
  }

  private static List<Point> points(
      List<SessionFigures> sessions, ArmFigures arm, Metric metric, boolean ratio) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < sessions.size(); i++) {
      SessionFigures session = sessions.get(i);
      Optional<ArmFigures> here = session.arm(arm.plan(), arm.arm());
      Optional<Moments> blocks =
          here.flatMap(it -> ratio ? session.ratio(it, metric) : it.level(metric));
      if (blocks.isPresent()) {
        points.add(new Point(i, session.started(), blocks.get()));
      }
    }
    return points;
  }
}
