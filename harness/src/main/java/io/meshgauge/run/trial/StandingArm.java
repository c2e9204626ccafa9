package io.meshgauge.run.trial;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.platform.Instruments;
import io.meshgauge.run.environment.ArmGroup;
import io.meshgauge.run.environment.ServiceSettings;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.session.Phase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One arm of a {@link StandingBlock}: deployed, warm, and measured in turns with the others. */
final class StandingArm implements AutoCloseable {
  private final TrialTemplate template;
  private final RunBuilder run;
  private final Optional<LagLimit> lagLimit;
  private final Optional<ArmGroup> group;
  private @Nullable TestEnvironment environment;
  private @Nullable LoadSession worker;
  private @Nullable WindowRecorder recorder;
  private int windows;
  private boolean cold = true;
  private boolean loaded;
  private Optional<Evidence> mixed = Optional.empty();

  /**
   * @param group with whose arms it shares services; empty where it has services of its own
   */
  StandingArm(TrialTemplate template, RunBuilder run, Optional<ArmGroup> group) {
    this.group = group;
    this.template = template;
    this.run = run;
    this.lagLimit = run.lagLimit();
  }

  Trial trial() {
    return template.trial();
  }

  RunBuilder run() {
    return run;
  }

  /** Deploys and probes the arm. */
  void deploy() {
    Variant arm = trial().variant();
    environment =
        group.isPresent()
            ? template.deploy(logs -> group.get().deploy(arm, logs), "logs")
            : template.deploy(ServiceSettings.of(arm, trial().plan()), Set.of(), "logs");
    run.evidence(template.prove(environment));
  }

  /** Starts the load workers, which wait for the command to warm up, unless they run already. */
  void startLoad() {
    worker =
        group.isPresent()
            ? turns(group.get())
            : template.startRepeatedWorkers(environment(), folder(), Map.of());
    environment().instruments().yieldTo(worker);
  }

  private LoadSession turns(ArmGroup sharing) {
    cold = false;
    LoadSession own =
        sharing.turns(
            trial(),
            protocol(),
            (folder, entries) -> {
              cold = true;
              return template.startRepeatedWorkers(environment(), folder, entries);
            });
    environment().keepWorkers();
    template.describeLoad();
    return own;
  }

  /**
   * Sends the requests of the warm-up, and then a window that is not recorded: the open loop has
   * code of its own to compile. Where services and load workers are warm from another arm or an
   * earlier block, that window alone warms the new proxies, and opens their connections and TLS
   * sessions.
   */
  void warm() {
    loaded = true;
    if (cold) {
      template.warm(environment(), worker());
    } else {
      template.steps().enter(Phase.WARM_UP);
    }
    worker().measure(LoadListener.SILENT);
  }

  /** Reads what is read before the first window. */
  void open() {
    recorder =
        WindowRecorder.openRepeated(
            template.context(), environment(), group.map(ArmGroup::counted));
  }

  /**
   * CPU that the arm uses while it gets no load, without the control plane, which serves all arms.
   *
   * @param withServices whether its services count, which others may share
   * @return in cores
   */
  double idleCores(Instruments.Meter meter, Duration length, boolean withServices) {
    return meter.finish().uses().stream()
            .filter(use -> use.part() != Part.LOAD && use.part() != Part.CONTROL_PLANE)
            .filter(use -> withServices || use.part() != Part.APPLICATION)
            .mapToDouble(ResourceUse::cpuSeconds)
            .sum()
        / (length.toMillis() / 1e3);
  }

  /** What its proxies counted in the windows of other arms; empty if it was nothing. */
  Optional<Evidence> mixed() {
    return mixed;
  }

  /** With whose arms it shares services; empty where it has services of its own. */
  Optional<ArmGroup> group() {
    return group;
  }

  /** Whether it warms up its services and load workers, and those of arms that share them. */
  boolean cold() {
    return cold;
  }

  /** Cores of the platform. */
  double cores() {
    return environment().instruments().cores();
  }

  Instruments.Meter meter() {
    return environment().instruments().meter();
  }

  /**
   * Measures a window.
   *
   * @return the rules that it breaks
   */
  List<Reason> measure() {
    WindowRecorder.Piece piece =
        Objects.requireNonNull(recorder).measure(worker(), template.steps());
    windows++;
    LoadResults.keepWindow(worker().folder(), folder(), windows);
    List<Reason> broken = new ArrayList<>(Validity.broken(length(), piece.load(), lagLimit));
    Validity.otherWork(piece.reading().machine()).ifPresent(broken::add);
    return broken;
  }

  /**
   * Leaves the latest window out of the results.
   *
   * @param attempt how often it was measured
   */
  void discardLatest(int attempt) {
    Objects.requireNonNull(recorder).discardLatest();
    LoadResults.discardWindow(folder(), windows, attempt);
    windows--;
  }

  /** Waits until asynchronous work of all arms has ended. */
  void drain() {
    template.drain();
  }

  /** Reads what is read after the last window, and decides the outcome. */
  void conclude() {
    template.steps().enter(Phase.COLLECT);
    MeasuredWindow window = Objects.requireNonNull(recorder).finish();
    template.context().archive().keep(trial(), window.files());
    run.window(window);
    mixed =
        window.further().stream()
            .filter(it -> it.promise() == Promise.TRAVERSAL && it.verdict() == Verdict.DISPROVEN)
            .findFirst();
    run.measured(window.measured(environment().prover()));
    run.conclude(environment(), window.conclude(environment().prover()));
  }

  /** Records the state of the deployment after a failure. */
  void diagnose() {
    if (loaded) {
      group.ifPresent(it -> it.endWorkers(trial(), protocol()));
    }
    if (environment != null) {
      environment.deployment().diagnose();
    }
  }

  @Override
  public void close() {
    if (environment != null) {
      environment.close();
      environment = null;
    }
  }

  private Duration length() {
    return template.experiment().protocol().windowOf(trial().plan());
  }

  private Protocol protocol() {
    return template.experiment().protocolOf(trial().variant());
  }

  private Path folder() {
    return template.context().archive().loadFolder(trial());
  }

  private TestEnvironment environment() {
    return Objects.requireNonNull(environment, "the arm is not deployed");
  }

  private LoadSession worker() {
    return Objects.requireNonNull(worker, "the load workers are not started");
  }
}
