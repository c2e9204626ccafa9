package io.meshgauge.report;

import io.meshgauge.experiment.Session;
import io.meshgauge.report.arm.ReportText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rejects a comparison of sessions from different environments.
 *
 * @param differences one sentence per differing fact and session
 */
public record Incomparable(List<String> differences) {

  public Incomparable {
    differences = List.copyOf(differences);
  }

  /** Compares the environments of sessions; empty if they are the same. */
  public static Optional<Incomparable> among(List<Session> sessions) {
    List<String> differences = new ArrayList<>();
    for (int i = 1; i < sessions.size(); i++) {
      Session first = sessions.get(0);
      Session other = sessions.get(i);
      for (String difference : first.environment().differencesFrom(other.environment())) {
        differences.add(
            "%s (%s against %s)".formatted(difference, describe(first), describe(other)));
      }
    }
    return differences.isEmpty() ? Optional.empty() : Optional.of(new Incomparable(differences));
  }

  /** The refusal in words: what differs, and what to do instead. */
  public String words() {
    return """
        These sessions are not compared: they were measured in different environments.
          %s
        Numbers of different machines or versions say nothing about each other. Measure all \
        variants in one session, or report on each session alone."""
        .formatted(String.join("\n  ", differences));
  }

  private static String describe(Session session) {
    return "%s of %s".formatted(session.experiment().name(), ReportText.instant(session.started()));
  }
}
