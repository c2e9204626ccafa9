package io.meshgauge.run.trial;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.use.Part;
import io.meshgauge.product.replica.ReplicaSettings;
import io.meshgauge.run.environment.ServiceSettings;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.SessionContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The steps that all trials share: deploy ▸ prove ▸ settle ▸ warm up ▸ measure ▸ drain ▸ collect ▸
 * prove ▸ tear down. A {@link Recipe} supplies the load.
 *
 * @param context of the session
 * @param trial to be run
 * @param experiment that the trial is part of
 * @param steps receives the phases of the trial
 */
record TrialTemplate(SessionContext context, Trial trial, Experiment experiment, Steps steps) {
  private static final String CALM = "calm";

  /** The services are warm from the window before; later workers only warm themselves. */
  private static final int WARM_UP_REQUESTS = 2000;

  /** The part of a trial that depends on the kind of its plan. */
  @FunctionalInterface
  interface Recipe {
    /** Sends the load to a deployment whose promises were probed; returns the run's window. */
    ObservedWindow drive(TrialTemplate template, TestEnvironment environment, RunBuilder run);
  }

  /** A measured window with all that was read around it. */
  interface ObservedWindow {
    /** Raw texts for the archive by name. */
    SortedMap<String, String> files();

    /** Evaluates the promises of the arm in the window. */
    List<Evidence> conclude(Prover prover);

    /** What proxies counted in the window, other than evidence. */
    default List<Measurement> measured(Prover prover) {
      return List.of();
    }

    /** Adds the results to a run. */
    void addTo(RunBuilder run);
  }

  /** Runs the trial; when it fails, the state of the deployment is recorded before teardown. */
  void run(Recipe recipe, RunBuilder run) {
    Map<String, String> knobs = ServiceSettings.of(trial.variant(), trial.plan());
    try (TestEnvironment environment = deploy(knobs, acts(), "logs")) {
      try {
        run.evidence(prove(environment));
        ObservedWindow window = recipe.drive(this, environment, run);
        steps.enter(Phase.COLLECT);
        window.addTo(run);
        context.archive().keep(trial, window.files());
        run.measured(window.measured(environment.prover()));
        run.conclude(environment, window.conclude(environment.prover()));
      } catch (RuntimeException e) {
        diagnose(environment, e);
        nameEnded(environment, run, e);
        throw e;
      }
      steps.enter(Phase.TEAR_DOWN);
    }
  }

  /** What the arm must be able to do while it runs. */
  private Set<SoakAct> acts() {
    return trial.plan().isEnforcement() ? Set.of(SoakAct.PUSH_POLICY) : Set.of();
  }

  /** Records the state of the deployment; a failure of that does not hide the first one. */
  private static void diagnose(TestEnvironment environment, RuntimeException first) {
    try {
      environment.deployment().diagnose();
    } catch (RuntimeException e) {
      first.addSuppressed(e);
    }
  }

  /** A workload that ended, for example for want of memory, explains refused connections. */
  private static void nameEnded(
      TestEnvironment environment, RunBuilder run, RuntimeException first) {
    try {
      run.endedWorkloads(environment.deployment().endedWorkloads());
    } catch (RuntimeException e) {
      first.addSuppressed(e);
    }
  }

  /**
   * Deploys the arm.
   *
   * @param knobs settings of the services
   * @param acts that will be carried out on the arm while it runs
   * @param logs folder for the logs, relative to the trial's
   */
  TestEnvironment deploy(Map<String, String> knobs, Set<SoakAct> acts, String logs) {
    return deploy(
        folder ->
            TestEnvironment.deploy(
                context, deployed(), experiment.topology(trial.plan()), knobs, acts, folder),
        logs);
  }

  /** The variant, whose proxies can drain a process where the plan requires that. */
  private Variant deployed() {
    return trial.plan().isRollout()
        ? trial.variant().with(ReplicaSettings.DRAINING, ReplicaSettings.ON)
        : trial.variant();
  }

  /**
   * Deploys the arm.
   *
   * @param start deploys it, with the folder for its logs
   * @param logs that folder, relative to the trial's
   */
  TestEnvironment deploy(Function<Path, TestEnvironment> start, String logs) {
    steps.enter(Phase.DEPLOY);
    return start.apply(context.archive().folder(trial).resolve(logs));
  }

  /** Probes the promises before any load. */
  List<Evidence> prove(TestEnvironment environment) {
    steps.enter(Phase.PROVE);
    return environment.probe(trial.plan());
  }

  /** The recipe for requests: one warm load, one window. */
  MeasuredWindow requests(TestEnvironment environment, RunBuilder run) {
    return window(environment, startLoad(environment, trial, Map.of()));
  }

  /**
   * Starts the load workers and warms up.
   *
   * @param of the trial whose plan is sent
   * @param more properties of the load workers
   */
  LoadSession startLoad(TestEnvironment environment, Trial of, Map<String, String> more) {
    Protocol protocol = experiment.protocolOf(of.variant());
    return startLoad(environment, of, protocol, context.archive().loadFolder(trial), more);
  }

  /**
   * Starts the load workers and warms up.
   *
   * @param of the trial whose plan is sent
   * @param folder that they write to
   * @param more properties of the load workers
   */
  LoadSession startLoad(
      TestEnvironment environment,
      Trial of,
      Protocol protocol,
      Path folder,
      Map<String, String> more) {
    steps.enter(Phase.SETTLE);
    LoadSession worker = environment.startWorker(of, protocol, folder, seeded(of, more));
    environment.instruments().yieldTo(worker);
    warm(environment, worker);
    return worker;
  }

  /**
   * Starts the load workers of an arm that is measured in turns; they wait for the warm-up.
   *
   * @param folder that they write to
   * @param more properties of the load workers
   */
  LoadSession startRepeatedWorkers(
      TestEnvironment environment, Path folder, Map<String, String> more) {
    steps.enter(Phase.SETTLE);
    return environment.startRepeatedWorker(
        trial, experiment.protocolOf(trial.variant()), folder, seeded(trial, more));
  }

  /** Writes to the results which kinds of requests the load workers send. */
  void describeLoad() {
    LoadResults.describe(
        context.archive().loadFolder(trial), context.application().kinds(trial.plan().load()));
  }

  /** Sends the requests of the warm-up. */
  void warm(TestEnvironment environment, LoadSession worker) {
    steps.enter(Phase.WARM_UP);
    environment.warm(worker, steps);
  }

  /** Properties with the seed: all arms of a block get the same arrivals and the same mix. */
  Map<String, String> seeded(Trial of, Map<String, String> properties) {
    Map<String, String> all = new TreeMap<>(properties);
    all.put("seed", Long.toString(experiment.seedOf(of)));
    return all;
  }

  /**
   * Evidence of a short window in which nothing changes, with load workers of its own: where counts
   * of the run's window prove nothing.
   */
  List<Evidence> calm(TestEnvironment environment) {
    Plan brief = trial.plan().during(Plan.MIN_DURATION);
    Trial calm = new Trial(trial.position(), trial.replicate(), trial.variant(), brief);
    Protocol protocol = experiment.protocolOf(trial.variant());
    Path folder = context.archive().loadFolder(trial).resolve(CALM);
    try (LoadSession worker = startLoad(environment, calm, protocol, folder, Map.of())) {
      return window(environment, worker).conclude(environment.prover());
    }
  }

  /** Starts other load workers, for services that the calm window has warmed. */
  LoadSession startLoadAgain(TestEnvironment environment) {
    Protocol protocol = experiment.protocolOf(trial.variant());
    Protocol brief = protocol.warmedBy(Math.min(WARM_UP_REQUESTS, protocol.warmupRequests()));
    return startLoad(environment, trial, brief, context.archive().loadFolder(trial), Map.of());
  }

  /** Measures a window in which no process of the arm is stopped. */
  MeasuredWindow window(TestEnvironment environment, LoadSession worker) {
    return window(environment, worker, steps, this::drain, Optional.empty());
  }

  /**
   * Measures a window.
   *
   * @param drain waits until asynchronous work of the window has ended
   * @param ending the part whose processes may end in the window, together with their counters
   */
  MeasuredWindow window(
      TestEnvironment environment,
      LoadSession worker,
      LoadListener listener,
      Runnable drain,
      Optional<Part> ending) {
    steps.enter(Phase.READ_METERS);
    return MeasuredWindow.measure(
        context,
        environment,
        worker,
        listener,
        drain,
        ending,
        trial.plan().changes() ? WireWatch.Extent.EVERY_PACKET : WireWatch.Extent.BURSTS);
  }

  /** Waits until the services have delivered their asynchronous events. */
  void drain() {
    steps.pause(Phase.DRAIN);
  }
}
