package io.meshgauge.archive;

import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import java.time.Instant;
import java.util.List;

/** A session without its runs: what {@code session.json} holds. */
record StoredSession(
    String version,
    Instant started,
    String command,
    int planned,
    Experiment experiment,
    Environment environment,
    List<String> notes) {

  static StoredSession of(Session session) {
    return new StoredSession(
        session.version(),
        session.started(),
        session.command(),
        session.planned(),
        session.experiment(),
        session.environment(),
        session.notes());
  }

  Session with(List<Run> runs) {
    return new Session(experiment, started, command, environment, notes, planned, runs, version);
  }
}
