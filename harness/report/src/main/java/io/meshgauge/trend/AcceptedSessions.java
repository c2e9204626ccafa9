package io.meshgauge.trend;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Moments;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
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
