package io.meshgauge.run.trial;

import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.Trial;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadSession;
import io.meshgauge.load.WorkerLostException;
import io.meshgauge.measure.use.Part;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.micrometer.MicrometerProbe;
import io.meshgauge.run.environment.ServiceSettings;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.fault.DroppedWorker;
import io.meshgauge.run.fault.Fault;
import io.meshgauge.run.fault.FaultInjector;
import io.meshgauge.run.session.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One deployment of a soak on the platform of the session. */
final class SoakDeployment implements SoakEnvironment {
  private final TrialTemplate template;
  private final TestEnvironment environment;
  private final Trial window;
  private final List<Evidence> probed;
  private final boolean collects;
  private LoadSession worker;
  private int turns;

  private SoakDeployment(TrialTemplate template, TestEnvironment environment) {
    this.template = template;
    this.environment = environment;
    this.window = ofOneWindow(template.trial());
    this.collects = SoakSettings.of(template.trial().plan()).collects();
    this.probed = template.prove(environment);
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

  /** Deploys the arm, probes its promises and warms up. */
  static SoakEnvironment deploy(TrialTemplate template, int number) {
    Trial trial = template.trial();
    TestEnvironment environment =
        template.deploy(
            knobs(trial), SoakSettings.of(trial.plan()).acts().keySet(), "logs/leg-" + number);
    try {
      return new SoakDeployment(template, environment);
    } catch (RuntimeException e) {
      environment.deployment().diagnose();
      environment.close();
      throw e;
    }
  }

  private static Map<String, String> knobs(Trial trial) {
    Map<String, String> knobs = new TreeMap<>(ServiceSettings.of(trial.variant(), trial.plan()));
    if (SoakSettings.of(trial.plan()).collects()) {
      knobs.putAll(MicrometerProbe.COLLECTING);
    }
    return knobs;
  }

  private LoadSession startLoad() {
    return template.startLoad(environment, window, Map.of("repeat", "true"));
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
    MeasuredWindow measured = window(listener, Optional.empty(), this::drain);
    return new Measured(measured, measured.conclude(environment.prover()), null);
  }

  /** Waits until the window's work has ended, and collects garbage where heaps are compared. */
  private void drain() {
    template.drain();
    if (collects) {
      template.context().micrometer().collect(environment.management(Part.APPLICATION));
    }
  }

  private Measured disturbed(LoadListener listener, SoakAct act) {
    Duration length = window.plan().duration();
    Fault fault = environment.fault(act, turns++, length);
    try (FaultInjector injector = new FaultInjector(listener, act, fault, length.toSeconds())) {
      // Disturbed windows are in no series, and a killed process has no garbage to collect.
      // What the harness itself breaks is no harm that the load does.
      MeasuredWindow measured =
          worker.unwatched(() -> window(injector, fault.ending(), template::drain));
      Disturbance disturbance = injector.outcome(measured.load());
      // A restarted process has the default priority again.
      environment.instruments().yieldTo(worker);
      return new Measured(
          measured, fault.conclude(environment.prover(), measured.observation()), disturbance);
    }
  }

  private MeasuredWindow window(LoadListener listener, Optional<Part> ending, Runnable drain) {
    try {
      MeasuredWindow measured = template.window(environment, worker, listener, drain, ending);
      template.steps().enter(Phase.COLLECT);
      return measured;
    } catch (ProbeException e) {
      // The meters may miss a dead worker before its own connection reports the loss.
      throw worker.pids().stream().allMatch(SoakDeployment::isThere)
          ? e
          : new WorkerLostException("a load worker is gone: " + e.getMessage(), e);
    }
  }

  private static boolean isThere(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  @Override
  public void renewLoad() {
    worker.close();
    worker = startLoad();
  }

  @Override
  public List<String> endedWorkloads() {
    return environment.deployment().endedWorkloads();
  }

  @Override
  public void close() {
    template.steps().enter(Phase.TEAR_DOWN);
    environment.close();
  }
}
