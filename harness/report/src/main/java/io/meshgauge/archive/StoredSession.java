package io.meshgauge.archive;

import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Integrity;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code session.json}: a session without its runs. */
record StoredSession(
    String version,
    Instant started,
    String command,
    int planned,
    Experiment experiment,
    Environment environment,
    List<String> notes,
    @Nullable Calibration calibration) {

  static StoredSession of(Session session) {
    return new StoredSession(
        session.version(),
        session.started(),
        session.command(),
        session.planned(),
        session.experiment(),
        session.environment(),
        session.notes(),
        session.calibration().orElse(null));
  }

  Session with(List<Run> runs, Integrity integrity) {
    return new Session(
        experiment,
        started,
        command,
        environment,
        notes,
        planned,
        runs,
        version,
        Optional.ofNullable(calibration),
        integrity);
  }
}
