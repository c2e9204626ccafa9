package io.meshgauge.run;

import io.meshgauge.evidence.Prover;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.Trial;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadSession;
import io.meshgauge.topology.Topology;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A leg of a soak on the platform of the session. */
final class DeployedBench implements SoakBench {
  private final Workshop workshop;
  private final Trial window;
  private final Experiment experiment;
  private final Path load;
  private final Steps steps;
  private final Stand stand;
  private final Prover prover;
  private final List<Evidence> probed;
  private LoadSession worker;

  private DeployedBench(
      Workshop workshop, Trial trial, Experiment experiment, Steps steps, Stand stand) {
    this.workshop = workshop;
    this.experiment = experiment;
    this.steps = steps;
    this.stand = stand;
    this.load = workshop.archive().loadFolder(trial);
    this.window = ofOneWindow(trial);
    this.prover = stand.instruments().prover();
    steps.enter(Phase.PROVE);
    this.probed = stand.probe(prover);
    this.worker = startLoad();
  }

  /** The same trial, whose measured window is one of the soak's. */
  private static Trial ofOneWindow(Trial trial) {
    Plan plan = trial.plan();
    return new Trial(
        trial.position(),
        trial.replicate(),
        trial.variant(),
        new Plan(plan.name(), SoakSettings.of(plan).window(), plan.properties()));
  }

  /** A source of deployments for a trial. */
  static SoakBench.Source source(
      Workshop workshop, Trial trial, Experiment experiment, Steps steps) {
    return leg -> {
      steps.enter(Phase.DEPLOY);
      Path logs = workshop.archive().folder(trial).resolve("logs").resolve("leg-" + leg);
      Stand stand =
          Stand.deploy(
              workshop,
              trial.variant(),
              Topology.SAMPLE_SERVICES,
              Knobs.of(trial.variant(), trial.plan()),
              logs);
      try {
        return new DeployedBench(workshop, trial, experiment, steps, stand);
      } catch (RuntimeException e) {
        stand.deployment().diagnose();
        stand.close();
        throw e;
      }
    };
  }

  private LoadSession startLoad() {
    steps.enter(Phase.SETTLE);
    LoadSession session =
        stand.startWorker(
            window,
            experiment.protocol(),
            load,
            Map.of(
                "seed",
                Long.toString(experiment.seed() + window.replicate()),
                "repeat",
                Boolean.TRUE.toString()));
    stand.instruments().yieldTo(session);
    steps.enter(Phase.WARM_UP);
    stand.warm(session, steps);
    return session;
  }

  @Override
  public List<Evidence> probed() {
    return probed;
  }

  @Override
  public Measured measure(LoadListener listener) {
    steps.enter(Phase.MEASURE);
    MeasuredWindow measured =
        MeasuredWindow.measure(
            workshop, stand, worker, listener, prover::watch, () -> steps.pause(Phase.DRAIN));
    steps.enter(Phase.COLLECT);
    List<Evidence> evidence = prover.conclude(measured.observation());
    return new Measured(
        measured.load(),
        measured.resources().uses(),
        measured.resources().tcp(),
        measured.vitals(),
        evidence,
        measured.files());
  }

  @Override
  public void renewLoad() {
    worker.close();
    worker = startLoad();
  }

  @Override
  public List<String> casualties() {
    return stand.deployment().casualties();
  }

  @Override
  public void close() {
    steps.enter(Phase.TEAR_DOWN);
    stand.close();
  }
}
