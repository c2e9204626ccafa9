package io.meshgauge.report;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Warning;
import io.meshgauge.stats.Comparison;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the reader must know before trusting the report: the warnings of all its parts, folded. */
final class Reservations {
  private Reservations() {}

  static List<Warning> of(Session session, List<PlanReport> plans, Fairness fairness) {
    List<Warning> found = new ArrayList<>(ofSession(session));
    List<Fairness.Row> unlike = fairness.unlike();
    if (!unlike.isEmpty()) {
      String names = Words.list(unlike.stream().map(Fairness.Row::name).toList());
      found.add(
          new Warning(
              "fairness",
              "not like for like: arms differ in %s, which is not declared as a factor under test"
                  .formatted(names)));
    }
    for (PlanReport plan : plans) {
      found.addAll(general(plan));
      plan.arms().forEach(arm -> MachineShare.warning(arm).ifPresent(found::add));
      plan.card().warnings().forEach(warning -> addOnce(found, warning));
    }
    return List.copyOf(found);
  }

  private static List<Warning> ofSession(Session session) {
    List<Warning> found = new ArrayList<>();
    int missing = session.neverRan();
    if (missing > 0) {
      found.add(
          new Warning(
              "session",
              "the session ended early: %s of %s planned runs never ran"
                  .formatted(missing, session.planned())));
    }
    Set<String> differences = new LinkedHashSet<>();
    for (Run run : session.runs()) {
      differences.addAll(session.environment().differencesFrom(run.environment()));
    }
    if (!differences.isEmpty()) {
      found.add(
          new Warning(
              "environment",
              "the environment changed during the session, so that its runs do not compare: "
                  + String.join("; ", differences)));
    }
    return found;
  }

  /** Warnings that half of a plan's comparisons share are said once; others stay in their row. */
  static List<Warning> general(PlanReport plan) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    int comparisons = 0;
    for (Contrast contrast : plan.contrasts()) {
      for (Comparison comparison : contrast.comparisons()) {
        comparisons++;
        comparison.warnings().forEach(warning -> counts.merge(warning.text(), 1, Integer::sum));
      }
    }
    List<Warning> general = new ArrayList<>();
    for (Map.Entry<String, Integer> entry : counts.entrySet()) {
      if (entry.getValue() * 2 >= comparisons) {
        general.add(new Warning("plan " + plan.name(), entry.getKey()));
      }
    }
    return general;
  }

  private static void addOnce(List<Warning> found, Warning warning) {
    if (found.stream().noneMatch(other -> other.text().equals(warning.text()))) {
      found.add(warning);
    }
  }
}
