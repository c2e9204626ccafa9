package io.meshgauge.run;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.Platform;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.Product;
import io.meshgauge.product.Requirements;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.instrument.Instruments;
import io.meshgauge.run.session.Block;
import io.meshgauge.run.session.CannotRunException;
import io.meshgauge.run.session.PhaseTimes;
import io.meshgauge.run.session.Progress;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.run.session.RatePlan;
import io.meshgauge.run.session.RemainingTrials;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.run.session.ShutdownHook;
import io.meshgauge.run.session.Version;
import io.meshgauge.run.trial.TrialRunner;
import io.meshgauge.topology.ControlPlane;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Carries an experiment out from the first check to the last stored run.
 *
 * <p>What was finished stays finished: every run is durable before the next trial starts. Two
 * trials in a row that could not be measured end the session, since then something is wrong that no
 * further trial will mend.
 */
public final class ExperimentRunner {
  private static final int FAILURES_THAT_END_IT = 2;

  private final ProjectLayout home;
  private final Supplier<Platform> platforms;
  private final Progress progress;

  /**
   * A runner.
   *
   * @param platforms opens the platform the experiment asks for; closed again when it ends
   */
  public ExperimentRunner(ProjectLayout home, Supplier<Platform> platforms, Progress progress) {
    this.home = home;
    this.platforms = platforms;
    this.progress = progress;
  }

  /**
   * Runs an experiment.
   *
   * @param attachments values of other parts of the harness to be kept in the archive, by file name
   * @param command the one command that repeats it
   * @return the session's folder
   * @throws CannotRunException when it cannot start
   * @throws RunException when trial after trial fails
   */
  public Path run(Experiment experiment, Map<String, Object> attachments, String command) {
    refuseWhatCannotRun(experiment);
    PhaseTimes times = new PhaseTimes(InstantSource.system());
    try (ShutdownHook ending = ShutdownHook.watch();
        Platform platform = platforms.get()) {
      Needs needs = needs(experiment);
      refuse(platform.problems(needs));
      if (!streamsOnly(experiment)) {
        platform.preparation().ifPresent(progress::note);
      }
      obtain(platform, needs);
      Session session = opened(experiment, platform, command);
      RunArchive archive = RunArchive.create(home.runs(), session);
      attachments.forEach(archive::attach);
      progress.opened(archive.folder());
      progress.note("Archive: " + archive.folder());
      try (SessionContext workshop = new SessionContext(home, platform, archive, progress, times)) {
        Session settled = withRate(session, new CapacityProbe(workshop));
        archive.store(settled);
        settled = calibrated(settled, new Calibrator(workshop), archive);
        archive.store(settled);
        execute(settled, workshop, ending);
      }
      return archive.folder();
    }
  }

  /**
   * Goes on with a session whose harness has died: trials that were finished stay as they are, a
   * soak goes on with its next window.
   *
   * @return the session's folder
   * @throws CannotRunException when it cannot start, or has nothing left to do
   * @throws RunException when trial after trial fails
   */
  public Path resume(Path folder) {
    RunArchive archive = RunArchive.open(folder);
    Session session = archive.read();
    Experiment experiment = session.experiment();
    RemainingTrials unfinished = RemainingTrials.of(session);
    if (unfinished.isEmpty()) {
      throw new CannotRunException(
          "%s has nothing left to do: all its trials are finished".formatted(folder));
    }
    refuseWhatCannotRun(experiment);
    PhaseTimes times = new PhaseTimes(InstantSource.system());
    try (ShutdownHook ending = ShutdownHook.watch();
        Platform platform = platforms.get()) {
      Needs needs = needs(experiment);
      refuse(platform.problems(needs));
      obtain(platform, needs);
      progress.opened(folder);
      progress.note("Going on with " + folder + ": " + unfinished.words());
      try (SessionContext workshop = new SessionContext(home, platform, archive, progress, times)) {
        Session settled = withRate(session, new CapacityProbe(workshop));
        if (settled.calibration().map(Calibration::limits).orElse(List.of()).isEmpty()) {
          settled = calibrated(settled, new Calibrator(workshop), archive);
        }
        archive.store(settled);
        execute(settled, workshop, ending);
      }
    }
    return folder;
  }

  /** Executes what is open, and says where the time went, however it ends. */
  private void execute(Session session, SessionContext workshop, ShutdownHook ending) {
    try {
      TrialRunner runner = new TrialRunner(workshop, session.lagLimits(), ending::begun);
      execute(session, runner, workshop.archive(), ending);
    } finally {
      workshop.times().leave();
      String words = workshop.times().words();
      progress.note(words);
      workshop.archive().store(session.noting(words));
    }
  }

  private void execute(
      Session session, TrialRunner runner, RunArchive archive, ShutdownHook ending) {
    RemainingTrials unfinished = RemainingTrials.of(session);
    Schedule schedule = Schedule.of(session.experiment());
    progress.planned(session.experiment(), schedule, Forecast.of(session.experiment()).trials());
    int executed = unfinished.last();
    int failures = 0;
    for (Block block : unfinished.blocks()) {
      for (Optional<Trial> next = block.next(); next.isPresent(); next = block.next()) {
        Trial placed = unfinished.begun(next.get()).orElse(next.get().at(executed + 1));
        executed = Math.max(executed, placed.position());
        Run run = one(placed, session.experiment(), runner, archive, ending);
        if (block.finished(run)) {
          progress.repeated(1);
        }
        failures = run.outcome() == Outcome.FAILED ? failures + 1 : 0;
        if (failures == FAILURES_THAT_END_IT) {
          throw new RunException(
              "%d trials in a row could not be measured; the last: %s%nwhat was finished before is in %s"
                  .formatted(failures, run.reasons().get(0).summary(), archive.folder()));
        }
      }
    }
  }

  private Run one(
      Trial trial,
      Experiment experiment,
      TrialRunner runner,
      RunArchive archive,
      ShutdownHook ending) {
    progress.trialStarted(trial);
    Run run = runner.run(trial, experiment);
    // A run cut short by the end of the harness is no finding about the variant: it is not kept.
    ending.refuse(archive.folder());
    archive.store(run);
    progress.trialFinished(trial, run.outcome(), run.reasons());
    return run;
  }

  private Session withRate(Session session, CapacityProbe probe) {
    Experiment experiment = session.experiment();
    if (experiment.protocol().rate().isPresent() || streamsOnly(experiment)) {
      return session;
    }
    RatePlan plan = probe.find(experiment);
    progress.note(plan.words());
    List<String> notes = new ArrayList<>(session.notes());
    notes.add(plan.words());
    return new Session(
        experiment.with(experiment.protocol().atRate(plan.requestsPerSecond())),
        session.started(),
        session.command() + String.format(Locale.ROOT, " -Drate=%.0f", plan.requestsPerSecond()),
        session.environment(),
        notes,
        session.planned(),
        List.of(),
        session.version());
  }

  private Session calibrated(Session session, Calibrator calibrator, RunArchive archive) {
    if (streamsOnly(session.experiment())) {
      return session;
    }
    try {
      Calibration floor = calibrator.measure(session.experiment());
      progress.note(floor.describe());
      floor.limits().stream().map(LagLimit::describe).forEach(progress::note);
      return session.with(floor);
    } catch (CannotRunException e) {
      // What the refusal stands on stays in the archive, and a report of it says why it is empty.
      archive.store(session.noting(e.getMessage()));
      throw e;
    }
  }

  /** Whether no sample service is started and no rate is needed. */
  private static boolean streamsOnly(Experiment experiment) {
    return experiment.plans().stream().allMatch(Plan::isStream);
  }

  private static Session opened(Experiment experiment, Platform platform, String command) {
    String conditions =
        platform.conditions().entrySet().stream()
            .map(condition -> condition.getKey() + " " + condition.getValue())
            .collect(Collectors.joining(", "));
    return new Session(
        experiment,
        Instant.now(),
        command,
        platform.environment(),
        List.of("At the start: " + conditions + "."),
        Schedule.of(experiment).trials().size(),
        List.of(),
        Version.current());
  }

  private static void refuseWhatCannotRun(Experiment experiment) {
    List<String> problems = new ArrayList<>();
    for (Variant variant : experiment.variants()) {
      PlatformSupport support =
          Products.named(variant.mesh()).descriptor().on(experiment.platform());
      if (!support.available()) {
        problems.add(
            "%s cannot run on %s: %s"
                .formatted(variant.name(), experiment.platform().key(), support.words()));
      }
    }
    refuse(problems);
  }

  private static void refuse(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new CannotRunException(String.join(System.lineSeparator(), problems));
    }
  }

  private static void obtain(Platform platform, Needs needs) {
    try {
      platform.obtain(needs);
    } catch (PlatformException e) {
      throw new CannotRunException(e.getMessage(), e);
    }
  }

  private static Needs needs(Experiment experiment) {
    Set<String> programs = new LinkedHashSet<>();
    Set<ControlPlane> controlPlanes = new LinkedHashSet<>();
    experiment
        .variants()
        .forEach(
            variant -> {
              Product mesh = Products.named(variant.mesh());
              Requirements needed = mesh.requirements(variant, experiment.platform());
              programs.addAll(needed.programs());
              if (experiment.platform() == PlatformKind.KUBERNETES) {
                needed.controlPlane().ifPresent(controlPlanes::add);
              }
              programs.addAll(Telemetry.of(variant).programs());
            });
    if (experiment.plans().stream().anyMatch(Plan::isStream)) {
      programs.add(Instruments.STREAM_PROGRAM);
    }
    return new Needs(programs, List.copyOf(controlPlanes));
  }
}
