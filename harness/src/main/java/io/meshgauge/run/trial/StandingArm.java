package io.meshgauge.run.trial;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Trial;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.Part;
import io.meshgauge.measure.ResourceUse;
import io.meshgauge.platform.Instruments;
import io.meshgauge.run.session.Phase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One arm of a {@link StandingBlock}: deployed, warm, and measured in turns with the others. */
final class StandingArm implements AutoCloseable {
  private final TrialTemplate template;
  private final RunBuilder run;
  private final Optional<LagLimit> lagLimit;
  private @Nullable TestEnvironment environment;
  private @Nullable LoadSession worker;
  private @Nullable WindowRecorder recorder;
  private int windows;

  StandingArm(TrialTemplate template, RunBuilder run) {
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
    Trial trial = template.trial();
    environment =
        template.deploy(ServiceSettings.of(trial.variant(), trial.plan()), Set.of(), "logs");
    run.evidence(template.prove(environment));
  }

  /** Starts the load workers, which wait for the command to warm up. */
  void startLoad() {
    worker = template.startRepeatedWorkers(environment());
  }

  /**
   * Sends the requests of the warm-up, and then a window that is not recorded: the open loop has
   * code of its own to compile.
   */
  void warm() {
    template.warm(environment(), worker());
    worker().measure(LoadListener.SILENT);
  }

  /** Reads what is read before the first window. */
  void open() {
    recorder = WindowRecorder.open(template.context(), environment(), Optional.empty());
  }

  /**
   * CPU that the arm uses while it gets no load, without the control plane, which serves all arms.
   *
   * @return in cores
   */
  double idleCores(Instruments.Meter meter, Duration length) {
    return meter.finish().uses().stream()
            .filter(use -> use.part() != Part.LOAD && use.part() != Part.CONTROL_PLANE)
            .mapToDouble(ResourceUse::cpuSeconds)
            .sum()
        / (length.toMillis() / 1e3);
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
    LoadResults.keepWindow(folder(), windows);
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
    run.conclude(environment(), window.conclude(environment().prover()));
  }

  /** Records the state of the deployment after a failure. */
  void diagnose() {
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
