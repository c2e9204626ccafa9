package io.meshgauge.run;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import java.util.List;
import java.util.Optional;

/**
 * What a session has left to do: all of a fresh one; of one whose harness died what it has no
 * finished run of. A repeated trial counts as one.
 *
 * @param session as its archive gives it back
 */
record Unfinished(Session session) {
  /** The rule that a soak breaks as long as windows are left to be measured. */
  static final String RULE = "soak-unfinished";

  static Unfinished of(Session session) {
    return new Unfinished(session);
  }

  boolean isEmpty() {
    return of(Schedule.of(session.experiment()).trials()).isEmpty();
  }

  /** Those of some trials that are left. */
  List<Trial> of(List<Trial> trials) {
    return trials.stream()
        .filter(
            trial ->
                session.runs().stream().noneMatch(run -> same(run.trial(), trial) && !goesOn(run)))
        .toList();
  }

  /** A trial with the place it has in the order, where it has begun. */
  Optional<Trial> begun(Trial trial) {
    return session.runs().stream()
        .filter(run -> same(run.trial(), trial) && goesOn(run))
        .map(Run::trial)
        .findFirst();
  }

  /** The last place in the order that was taken. */
  int last() {
    return session.runs().stream().mapToInt(run -> run.trial().position()).max().orElse(0);
  }

  String words() {
    int all = Schedule.of(session.experiment()).trials().size();
    return "%d of %d trials are left"
        .formatted(of(Schedule.of(session.experiment()).trials()).size(), all);
  }

  private static boolean goesOn(Run run) {
    return run.reasons().stream().anyMatch(reason -> reason.rule().equals(RULE));
  }

  private static boolean same(Trial one, Trial other) {
    return one.at(0).equals(other.at(0));
  }
}
