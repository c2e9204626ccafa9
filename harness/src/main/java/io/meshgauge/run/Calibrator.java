package io.meshgauge.run;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Trial;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The load generator measured by itself, where it will stand: at the session's rate, beside the
 * lightest arm at rest, against a server of its own that does nothing.
 */
final class Calibrator {
  private static final String PLAN = "instrument/calibration";
  private static final String FOLDER = "calibration";

  private final Workshop workshop;

  Calibrator(Workshop workshop) {
    this.workshop = workshop;
  }

  /**
   * Measures the floor at the experiment's rate; the records stay in the archive's folder {@code
   * calibration}.
   */
  Calibration measure(Experiment experiment) {
    Plan plan = new Plan(PLAN, Plan.SHORTEST, new TreeMap<>(Map.of("nullServer", "true")));
    Trial trial = new Trial(0, 0, CapacityProbe.lightest(experiment), plan);
    Steps steps = new Steps(trial, workshop);
    Path folder = workshop.archive().folder().resolve(FOLDER);
    steps.enter(Phase.CALIBRATE);
    try (Stand stand = Stand.deploy(workshop, trial.variant(), folder.resolve("logs"))) {
      LoadSession worker =
          stand.startWorker(
              trial,
              experiment.protocol(),
              folder.resolve("load"),
              Map.of("seed", Long.toString(experiment.seed())));
      stand.instruments().yieldTo(worker);
      worker.warm(steps);
      worker.measure(steps);
      return floor(LoadResults.read(worker.folder()));
    }
  }

  private static Calibration floor(LoadResult load) {
    LatencyHistogram response = load.allowedResponse();
    return new Calibration(
        load.rate(),
        response.seconds(50),
        response.seconds(99),
        load.sendLag().seconds(99),
        load.completed() == 0 ? 0 : load.cpuSeconds() / load.completed() * 1e3);
  }
}
