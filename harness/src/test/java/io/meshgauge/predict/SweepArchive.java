package io.meshgauge.predict;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.archive.Measurements;
import io.meshgauge.archive.RunArchive;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.LoadPoint;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** The archive of a sweep whose arms cost what {@link Physics} says, written run by run. */
public final class SweepArchive {
  private static final int SECONDS = 20;
  private static final double LAG_SECONDS = 2e-5;
  private static final long START_MILLIS = 1_700_000_000_000L;

  private final RunArchive archive;
  private final Experiment experiment;
  private final Physics physics;

  private SweepArchive(RunArchive archive, Experiment experiment, Physics physics) {
    this.archive = archive;
    this.experiment = experiment;
    this.physics = physics;
  }

  /** Writes a session that predicts its held-out points before it measures them. */
  public static Path write(Path runs, Experiment experiment, double noise) throws IOException {
    Session session =
        new Session(
            experiment,
            Instant.parse("2026-11-21T10:00:00Z"),
            "./meshgauge run sweep",
            new Environment(new TreeMap<>(Map.of("cpu.cores", "2"))),
            List.of(),
            Schedule.of(experiment).trials().size(),
            List.of(),
            "1.0");
    SweepArchive sweep =
        new SweepArchive(RunArchive.create(runs, session), experiment, new Physics(noise, 7));
    boolean predicted = false;
    for (Trial trial : Schedule.of(experiment).trials()) {
      boolean held = LoadPoint.of(trial.variant()).filter(LoadPoint::heldOut).isPresent();
      if (held && !predicted) {
        sweep.archive.attach(HeldOut.FILE, HeldOut.of(sweep.archive.read(), Instant.EPOCH));
        predicted = true;
      }
      sweep.measure(trial);
    }
    return sweep.archive.folder();
  }

  private void measure(Trial trial) throws IOException {
    Conditions at = Conditions.planned(experiment, trial.variant(), trial.plan());
    Map<Target, Double> values = physics.measure(trial.variant().name(), at).values();
    store(
        archive,
        trial,
        at.rate(),
        value(values, Target.P50),
        value(values, Target.CPU_LOAD),
        new Run.Observations(
            List.of(
                new ResourceUse(
                    "order",
                    Part.APPLICATION,
                    value(values, Target.CPU_SYSTEM) * SECONDS,
                    value(values, Target.MEMORY_SYSTEM),
                    0)),
            null,
            List.of(),
            null,
            new MachineUse(value(values, Target.UTILISATION), 0)),
        List.of());
  }

  /**
   * Stores a valid run of 20 s.
   *
   * @param seconds response time of every request
   * @param loadCores CPU of the load worker
   * @param observations with the use of the services
   */
  public static void store(
      RunArchive archive,
      Trial trial,
      double rate,
      double seconds,
      double loadCores,
      Run.Observations observations,
      List<Evidence> evidence)
      throws IOException {
    Path folder = Files.createDirectories(archive.loadFolder(trial));
    int requests = (int) (rate * SECONDS);
    for (String name :
        List.of(
            LoadResults.RESPONSE,
            LoadResults.SERVICE,
            LoadResults.FIRST_BYTE,
            LoadResults.SEND_LAG)) {
      boolean lag = name.equals(LoadResults.SEND_LAG);
      log(folder.resolve(name), requests, lag ? LAG_SECONDS : seconds);
    }
    Files.writeString(
        folder.resolve(LoadResults.COUNTS),
        """
        {"plan": "steady", "rate": %s, "durationSeconds": %d, "stoppedEarly": false,
         "startEpochMicros": %d, "endEpochMicros": %d,
         "connectionsOpened": 8, "connectionsOpenedInWindow": 0, "blocked": 0,
         "cpuSeconds": %s, "gcMillis": 12, "allowedCores": 2,
         "labels": {"browse": {"scheduled": %d, "sent": %d, "completed": %d, "expected": %d,
           "unexpected": 0, "status": {"200": %d}, "errors": {}}}, "seconds": []}
        """
            .formatted(
                rate,
                SECONDS,
                START_MILLIS * 1000,
                (START_MILLIS + SECONDS * 1000L) * 1000,
                loadCores * SECONDS,
                requests,
                requests,
                requests,
                requests,
                requests));
    LoadResult load = LoadResults.read(folder);
    archive.store(
        new Run(
            trial,
            Outcome.VALID,
            List.of(),
            new Run.Setup(Fidelity.REAL, new Environment(new TreeMap<>()), new TreeMap<>()),
            evidence,
            observations,
            new Run.Results(
                load, null, null, Measurements.of(load, observations.resources(), null))));
  }

  private static double value(Map<Target, Double> values, Target target) {
    return Objects.requireNonNull(values.get(target));
  }

  private static void log(Path file, int requests, double seconds) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputStartTime(START_MILLIS);
      writer.outputLegend();
      Histogram values = new Histogram(1, 3_600_000_000L, 3);
      values.recordValueWithCount(Math.max(1, Math.round(seconds * 1e6)), requests);
      values.setTag("browse");
      double from = START_MILLIS / 1e3;
      writer.outputIntervalHistogram(from, from + 1, values, 1000.0);
      writer.close();
    }
  }
}
