package io.meshgauge.trend;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.BetweenSessions;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Moments;
import io.meshgauge.stats.SessionChange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Sessions of one environment and load that were accepted as the reference for later ones.
 *
 * @param name of the reference, and of its file
 * @param sessions by start time, at least one
 */
public record AcceptedSessions(String name, List<SessionFigures> sessions) {
  /** Value of the field {@code format} in its file. */
  public static final String FORMAT = "meshgauge-accepted";

  /** Raised whenever a field of the file changes its name or meaning. */
  public static final int FORMAT_VERSION = 1;

  /** Older sessions say less about the machine of today. */
  public static final int LATEST = 20;

  public AcceptedSessions {
    sessions = sessions.stream().sorted(Comparator.comparing(SessionFigures::started)).toList();
  }

  /** The latest session, with which environment and load of others are compared. */
  public SessionFigures latest() {
    return sessions.get(sessions.size() - 1);
  }

  /**
   * An arm against the baseline in each session where both have three blocks in common.
   *
   * @param arm by its plan and name
   */
  public List<Moments> ratios(ArmFigures arm, Metric metric) {
    return sessions.stream()
        .flatMap(it -> it.arm(arm.plan(), arm.arm()).flatMap(was -> it.ratio(was, metric)).stream())
        .filter(it -> it.n() >= Difference.BLOCKS)
        .toList();
  }

  /**
   * Where the ratio of an arm lies in 95 % of equal sessions with as many blocks, in ln; empty for
   * fewer than three sessions, whose spread is not known.
   *
   * @param arm by its plan and name
   */
  public Optional<Interval> expected(ArmFigures arm, Metric metric) {
    List<Moments> ratios = ratios(arm, metric);
    if (ratios.size() < BetweenSessions.MINIMUM_SESSIONS) {
      return Optional.empty();
    }
    BetweenSessions spread = BetweenSessions.of(ratios);
    double mean = ratios.stream().mapToDouble(Moments::mean).average().orElseThrow();
    int blocks = (int) Math.round(1 / spread.perBlock());
    Moments like = new Moments(Math.max(2, blocks), mean, spread.blockVariance());
    Interval change =
        SessionChange.of(ratios, like, Optional.of(spread)).interval(Interval.CONFIDENCE);
    return Optional.of(new Interval(mean + change.low(), mean + change.high()));
  }

  /** The sessions without copies of an archive, in their order. */
  public static List<SessionFigures> distinct(Collection<SessionFigures> sessions) {
    Set<String> known = new HashSet<>();
    return sessions.stream().filter(it -> known.add(it.archive())).toList();
  }

  /** The latest of these sessions and of others; an archive counts once. */
  public AcceptedSessions and(Collection<SessionFigures> others) {
    List<SessionFigures> all = new ArrayList<>(sessions);
    all.addAll(others);
    List<SessionFigures> sorted = new AcceptedSessions(name, distinct(all)).sessions();
    return new AcceptedSessions(
        name, sorted.subList(Math.max(0, sorted.size() - LATEST), sorted.size()));
  }
}
