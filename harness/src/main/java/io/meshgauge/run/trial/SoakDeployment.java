package io.meshgauge.run.trial;

import io.meshgauge.evidence.Prover;
import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.Trial;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadSession;
import io.meshgauge.load.WorkerLostException;
import io.meshgauge.measure.Part;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.micrometer.MicrometerProbe;
import io.meshgauge.run.fault.Fault;
import io.meshgauge.run.fault.FaultInjector;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.topology.Topology;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A leg of a soak on the platform of the session. */
final class SoakDeployment implements SoakEnvironment {
  private final SessionContext workshop;
  private final Trial window;
  private final Experiment experiment;
  private final Path load;
  private final Steps steps;
  private final TestEnvironment stand;
  private final Prover prover;
  private final List<Evidence> probed;
  private final boolean collects;
  private LoadSession worker;
  private int turns;

  private SoakDeployment(
      SessionContext workshop,
      Trial trial,
      Experiment experiment,
      Steps steps,
      TestEnvironment stand) {
    this.workshop = workshop;
    this.experiment = experiment;
    this.steps = steps;
    this.stand = stand;
    this.load = workshop.archive().loadFolder(trial);
    this.window = ofOneWindow(trial);
    this.collects = SoakSettings.of(trial.plan()).collects();
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
  static SoakEnvironment.Source source(
      SessionContext workshop, Trial trial, Experiment experiment, Steps steps) {
    return leg -> {
      steps.enter(Phase.DEPLOY);
      Path logs = workshop.archive().folder(trial).resolve("logs").resolve("leg-" + leg);
      TestEnvironment stand =
          TestEnvironment.deploy(
              workshop,
              trial.variant(),
              Topology.SAMPLE_SERVICES,
              knobs(trial),
              SoakSettings.of(trial.plan()).acts().keySet(),
              logs);
      try {
        return new SoakDeployment(workshop, trial, experiment, steps, stand);
      } catch (RuntimeException e) {
        stand.deployment().diagnose();
        stand.close();
        throw e;
      }
    };
  }

  private static Map<String, String> knobs(Trial trial) {
    Map<String, String> knobs = new TreeMap<>(ServiceSettings.of(trial.variant(), trial.plan()));
    if (SoakSettings.of(trial.plan()).collects()) {
      knobs.putAll(MicrometerProbe.COLLECTING);
    }
    return knobs;
  }

  private LoadSession startLoad() {
    steps.enter(Phase.SETTLE);
    LoadSession session =
        stand.startWorker(
            window,
            experiment.protocol(),
            load,
            Map.of("seed", Long.toString(experiment.seedOf(window)), "repeat", "true"));
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
  public Measured measure(LoadListener listener, Optional<SoakAct> act) {
    if (act.isEmpty()) {
      return undisturbed(listener);
    }
    return act.get() == SoakAct.DROP_WORKER
        ? undisturbed(new DroppedWorker(listener, worker.pids(), window.plan().duration()))
        : disturbed(listener, act.get());
  }

  private Measured undisturbed(LoadListener listener) {
    MeasuredWindow measured = window(listener, Optional.empty(), this::rest);
    return measured(measured, prover.conclude(measured.observation()), null);
  }

  /** Until the window's work has ended, and what is left of it on heaps is live. */
  private void rest() {
    steps.pause(Phase.DRAIN);
    if (collects) {
      workshop.micrometer().collect(stand.management(Part.APPLICATION));
    }
  }

  private Measured disturbed(LoadListener listener, SoakAct act) {
    long seconds = window.plan().duration().toSeconds();
    Fault deed = stand.deed(act, turns++, window.plan().duration());
    try (FaultInjector saboteur = new FaultInjector(listener, act, deed, seconds)) {
      // What a disturbed window leaves is in no series, and who was killed has nothing to collect.
      MeasuredWindow measured = window(saboteur, deed.ending(), () -> steps.pause(Phase.DRAIN));
      Disturbance disturbance = saboteur.outcome(measured.load());
      // Whoever was started anew has the usual precedence again.
      stand.instruments().yieldTo(worker);
      return measured(measured, deed.conclude(prover, measured.observation()), disturbance);
    }
  }

  private MeasuredWindow window(LoadListener listener, Optional<Part> ending, Runnable drain) {
    steps.enter(Phase.READ_METERS);
    try {
      MeasuredWindow measured =
          MeasuredWindow.measure(workshop, stand, worker, listener, prover::watch, drain, ending);
      steps.enter(Phase.COLLECT);
      return measured;
    } catch (ProbeException e) {
      // Whoever reads a worker's use may find it gone before the load does.
      throw worker.pids().stream().allMatch(SoakDeployment::isThere)
          ? e
          : new WorkerLostException("a load worker is gone: " + e.getMessage(), e);
    }
  }

  private static boolean isThere(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private static Measured measured(
      MeasuredWindow window, List<Evidence> evidence, @Nullable Disturbance disturbance) {
    return new Measured(
        window.load(),
        window.resources().uses(),
        window.resources().machine(),
        window.resources().tcp(),
        window.vitals(),
        evidence,
        window.files(),
        disturbance);
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
