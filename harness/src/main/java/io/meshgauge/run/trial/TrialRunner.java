package io.meshgauge.run.trial;

import io.meshgauge.evidence.Prover;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.load.LoadException;
import io.meshgauge.load.LoadSession;
import io.meshgauge.load.WorkerLostException;
import io.meshgauge.observer.ObserverException;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.Progress;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Topology;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The recipe of one trial: deploy ▸ settle ▸ prove ▸ warm up ▸ measure ▸ drain ▸ collect ▸ tear
 * down.
 *
 * <p>Always yields a run: one that could not be measured to the end is {@link Outcome#FAILED} with
 * the reason, after everything it had started was taken down.
 */
public final class TrialRunner {
  private final SessionContext workshop;
  private final Progress progress;
  private final List<LagLimit> lagLimits;
  private final BooleanSupplier ending;

  /**
   * A runner.
   *
   * @param lagLimits of send lag, by plan, the same for all arms of the session
   * @param ending whether the harness is being ended
   */
  public TrialRunner(SessionContext workshop, List<LagLimit> lagLimits, BooleanSupplier ending) {
    this.workshop = workshop;
    this.lagLimits = List.copyOf(lagLimits);
    this.progress = workshop.progress();
    this.ending = ending;
  }

  public Run run(Trial trial, Experiment experiment) {
    Product mesh = Products.named(trial.variant().mesh());
    RunBuilder draft =
        new RunBuilder(
            trial,
            mesh.descriptor().on(experiment.platform()).asFidelity().orElse(Fidelity.MODEL),
            workshop.platform().environment(),
            mesh.fairness(trial.variant(), experiment.platform()),
            lagLimits.stream()
                .filter(limit -> limit.plan().equals(trial.plan().name()))
                .findFirst());
    try {
      measure(trial, experiment, draft);
    } catch (WorkerLostException e) {
      draft.lostWorker(e.getMessage());
    } catch (ObserverException
        | PlatformException
        | LoadException
        | ProbeException
        | RunException e) {
      draft.failed(e.getMessage());
    } finally {
      workshop.times().leave();
    }
    return draft.toRun();
  }

  private void measure(Trial trial, Experiment experiment, RunBuilder draft) {
    Path logs = workshop.archive().folder(trial).resolve("logs");
    Steps steps = new Steps(trial, workshop);
    if (trial.plan().isSoak()) {
      soak(trial, experiment, steps, draft);
      return;
    }
    steps.enter(Phase.DEPLOY);
    Topology topology = TestEnvironment.topology(trial.plan());
    Map<String, String> knobs = ServiceSettings.of(trial.variant(), trial.plan());
    try (TestEnvironment stand =
        TestEnvironment.deploy(workshop, trial.variant(), topology, knobs, logs)) {
      switch (trial.plan().kind()) {
        case STREAM -> new StreamTrial(workshop, trial, stand, steps).conduct(draft);
        case CAPACITY ->
            new CapacityTrial(workshop, trial, experiment, stand, steps).conduct(draft);
        case REQUESTS, SOAK -> conduct(trial, experiment, stand, steps, draft);
      }
      steps.enter(Phase.TEAR_DOWN);
    }
  }

  /** A soak deploys by itself, as often as it must. */
  private void soak(Trial trial, Experiment experiment, Steps steps, RunBuilder draft) {
    Guarantees claims = Products.named(trial.variant().mesh()).claims(trial.variant());
    try (SoakJournal journal = SoakJournal.open(workshop.archive(), trial, experiment, progress)) {
      SoakTrial.on(workshop, trial, experiment, steps, ending).conduct(journal, claims, draft);
    }
  }

  /** What stands between deployment and teardown; when it fails, the state is written down. */
  private void conduct(
      Trial trial, Experiment experiment, TestEnvironment stand, Steps steps, RunBuilder draft) {
    try {
      Prover prover = stand.instruments().prover();
      steps.enter(Phase.PROVE);
      draft.evidence(stand.probe(prover));
      steps.enter(Phase.SETTLE);
      LoadSession worker =
          stand.startWorker(
              trial,
              experiment.protocol(),
              workshop.archive().loadFolder(trial),
              // The same arrivals and the same mix for every arm of a block.
              Map.of("seed", Long.toString(experiment.seedOf(trial))));
      stand.instruments().yieldTo(worker);
      steps.enter(Phase.WARM_UP);
      stand.warm(worker, steps);
      steps.enter(Phase.READ_METERS);
      MeasuredWindow window =
          MeasuredWindow.measure(
              workshop, stand, worker, steps, prover::watch, () -> steps.pause(Phase.DRAIN));
      steps.enter(Phase.COLLECT);
      workshop.archive().keep(trial, window.files());
      List<Evidence> observed = prover.conclude(window.observation());
      draft.window(window);
      draft.conclude(stand, observed);
    } catch (RuntimeException e) {
      stand.deployment().diagnose();
      throw e;
    }
  }
}
