package io.meshgauge.run;

import io.meshgauge.archive.ArchiveException;
import io.meshgauge.archive.RunArchive;
import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol.StopRule;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.load.HarmException;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.platform.Instruments;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.Platform;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.product.ArmFault;
import io.meshgauge.product.LimitSettings;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.Product;
import io.meshgauge.product.Requirements;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.environment.ArmGroups;
import io.meshgauge.run.environment.ServiceGroups;
import io.meshgauge.run.session.CannotRunException;
import io.meshgauge.run.session.PhaseTimes;
import io.meshgauge.run.session.Progress;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.run.session.RatePlan;
import io.meshgauge.run.session.RemainingTrials;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.run.session.ShutdownHook;
import io.meshgauge.run.session.StoppedException;
import io.meshgauge.run.session.Version;
import io.meshgauge.topology.design.ControlPlane;
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

/** Runs an experiment, from the first check to the last stored run. */
public final class ExperimentRunner {
  private final ProjectLayout home;
  private final Supplier<Platform> platforms;
  private final Progress progress;

  /**
   * @param platforms opens the platform of the experiment; it is closed after the session
   */
  public ExperimentRunner(ProjectLayout home, Supplier<Platform> platforms, Progress progress) {
    this.home = home;
    this.platforms = platforms;
    this.progress = progress;
  }

  /**
   * Runs an experiment.
   *
   * @param attachments values of other parts of the harness for the archive, by file name
   * @param command the command that repeats it
   * @return the session's folder
   * @throws CannotRunException when it cannot start
   * @throws RunException when consecutive trials fail
   * @throws StoppedException when the stop rule fired
   */
  public Path run(Experiment experiment, Map<String, Object> attachments, String command) {
    refuseWhatCannotRun(experiment);
    PhaseTimes times = new PhaseTimes(InstantSource.system());
    try (ShutdownHook shutdown = ShutdownHook.watch();
        Platform platform = platforms.get()) {
      refuse(platform.problems(needs(experiment)));
      if (!streamsOnly(experiment)) {
        platform.preparation(needs(experiment)).ifPresent(progress::note);
      }
      Session session = opened(experiment, platform, command);
      RunArchive archive = RunArchive.create(home.runs(), session);
      attachments.forEach(archive::attach);
      progress.opened(archive.folder());
      progress.note("Archive: " + archive.folder());
      try (SessionContext context = context(platform, archive, times, experiment);
          ArmGroups groups = new ArmGroups(context)) {
        execute(prepared(session, context, groups), context, shutdown, groups, true);
      } catch (RunException e) {
        throw e.in(archive.folder());
      } catch (PlatformException | ArchiveException e) {
        throw new RunException(e.getMessage(), e).in(archive.folder());
      }
      return archive.folder();
    }
  }

  /**
   * Resumes a session whose harness died: finished trials are kept, a soak continues with its next
   * window.
   *
   * @return the session's folder
   * @throws CannotRunException when it cannot start, or all trials are finished
   * @throws RunException when consecutive trials fail
   * @throws StoppedException when the stop rule fired
   */
  public Path resume(Path folder) {
    RunArchive archive = RunArchive.open(folder);
    Session session = archive.read();
    Experiment experiment = session.experiment();
    session.runs().stream()
        .flatMap(run -> StopRule.firedIn(run).stream())
        .findFirst()
        .ifPresent(
            fired -> {
              throw new CannotRunException(
                  "%s cannot be resumed, because its stop rule has ended it; start a new session, after a change. It had observed: %s"
                      .formatted(folder, fired.text()));
            });
    RemainingTrials remaining = RemainingTrials.of(session);
    if (remaining.isEmpty()) {
      throw new CannotRunException(
          "%s has nothing left to do: all its trials are finished".formatted(folder));
    }
    refuseWhatCannotRun(experiment);
    PhaseTimes times = new PhaseTimes(InstantSource.system());
    try (ShutdownHook shutdown = ShutdownHook.watch();
        Platform platform = platforms.get()) {
      Needs needs = needs(experiment);
      refuse(platform.problems(needs));
      obtain(platform, needs)
          .ifPresent(
              lack -> {
                throw new CannotRunException(
                    "the arms of %s were deployed at the same time, and cannot be now: %s"
                        .formatted(folder, lack));
              });
      progress.opened(folder);
      progress.note("Resuming " + folder + ": " + remaining.text());
      try (SessionContext context = context(platform, archive, times, experiment);
          ArmGroups groups = new ArmGroups(context)) {
        execute(prepared(session, context, groups), context, shutdown, groups, false);
      }
    }
    return folder;
  }

  /** Finds the rate and the limits of send lag, unless the session has them. */
  private Session prepared(Session session, SessionContext context, ArmGroups groups) {
    RunArchive archive = context.archive();
    try {
      Session prepared = withRate(session, new CapacityProbe(context, groups));
      archive.store(prepared);
      if (prepared.calibration().map(Calibration::limits).orElse(List.of()).isEmpty()) {
        prepared = calibrated(prepared, new Calibrator(context, groups), archive);
        archive.store(prepared);
      }
      return prepared;
    } catch (HarmException e) {
      String reason = "before the first trial " + e.getMessage();
      archive.store(session.noting(reason));
      throw new StoppedException(reason, archive.folder());
    }
  }

  /** Runs the remaining trials; the time per phase is noted even after a failure. */
  private static void execute(
      Session session,
      SessionContext context,
      ShutdownHook shutdown,
      ArmGroups groups,
      boolean planned) {
    ScheduleRunner runner = new ScheduleRunner(session, context, shutdown, groups);
    try {
      runner.run(planned);
    } finally {
      context.times().end();
      String text = context.times().text();
      context.progress().note(text);
      context.archive().store(runner.session().noting(text));
    }
  }

  private Session withRate(Session session, CapacityProbe probe) {
    Experiment experiment = session.experiment();
    if (experiment.protocol().rate().isPresent() || !experiment.hasRate()) {
      return session;
    }
    RatePlan plan = probe.find(experiment);
    progress.note(plan.explanation());
    List<String> notes = new ArrayList<>(session.notes());
    notes.add(plan.explanation());
    Experiment rated = plan.applied(experiment);
    rated.plans().stream()
        .filter(it -> !experiment.plans().contains(it))
        .map(
            it ->
                "Runs of plan %s last %d s, so that p99 has ten answers beyond it at that rate."
                    .formatted(it.name(), it.duration().toSeconds()))
        .forEach(
            it -> {
              progress.note(it);
              notes.add(it);
            });
    return new Session(
        rated,
        session.started(),
        session.command() + String.format(Locale.ROOT, " -Drate=%.0f", plan.requestsPerSecond()),
        session.environment(),
        notes,
        Schedule.of(rated).trials().size(),
        List.of(),
        session.version());
  }

  private Session calibrated(Session session, Calibrator calibrator, RunArchive archive) {
    if (!session.experiment().hasRate() || session.experiment().isProof()) {
      return session;
    }
    try {
      Calibration floor = calibrator.measure(session.experiment());
      progress.note(floor.describe());
      floor.limits().stream().map(LagLimit::describe).forEach(progress::note);
      return session.with(floor);
    } catch (CannotRunException e) {
      // The reason stays in the archive, so that a report says why it has no runs.
      archive.store(session.noting(String.valueOf(e.getMessage())));
      throw e;
    }
  }

  /** Whether no sample service is started. */
  private static boolean streamsOnly(Experiment experiment) {
    return experiment.plans().stream().allMatch(Plan::isStream);
  }

  /** Obtains what an experiment needs, and opens its session. */
  private Session opened(Experiment experiment, Platform platform, String command) {
    Optional<String> lack = obtain(platform, needs(experiment));
    if (lack.isEmpty()) {
      return session(experiment, platform, command);
    }
    String note =
        "One arm is deployed after the other, and each is measured in one window: %s."
            .formatted(lack.get());
    progress.note(note);
    Experiment oneByOne = Forecast.fitted(experiment.with(experiment.protocol().inWindows(1)));
    return session(oneByOne, platform, command).noting(note);
  }

  private static Session session(Experiment experiment, Platform platform, String command) {
    String conditions =
        platform.conditions().entrySet().stream()
            .map(condition -> condition.getKey() + " " + condition.getValue())
            .collect(Collectors.joining(", "));
    return new Session(
        experiment,
        Instant.now(),
        command,
        platform.environment(experiment.application().services()),
        List.of("At the start: " + conditions + "."),
        Schedule.of(experiment).trials().size(),
        List.of(),
        Version.current());
  }

  private SessionContext context(
      Platform platform, RunArchive archive, PhaseTimes times, Experiment experiment) {
    return new SessionContext(home, platform, archive, progress, times, experiment.application());
  }

  private static void refuseWhatCannotRun(Experiment experiment) {
    List<String> problems = new ArrayList<>();
    for (Variant variant : experiment.variants()) {
      PlatformSupport support =
          Products.named(variant.mesh()).descriptor().on(experiment.platform());
      if (!support.available()) {
        problems.add(
            "%s cannot run on %s: %s"
                .formatted(variant.name(), experiment.platform().key(), support.details()));
      }
    }
    for (Plan plan : experiment.plans()) {
      ServiceGroups groups = ServiceGroups.of(experiment, plan);
      experiment.variants().stream()
          .filter(arm -> ArmFault.of(arm).filter(ArmFault::mixes).isPresent())
          .filter(arm -> groups.of(arm).isEmpty())
          .map(
              arm ->
                  "%s has an arm-fault, and shares no services with other arms under plan %s; expected arms that do, on platform local: describe lists them"
                      .formatted(arm.name(), plan.name()))
          .forEach(problems::add);
    }
    refuse(problems);
  }

  private static void refuse(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new CannotRunException(String.join(System.lineSeparator(), problems));
    }
  }

  private static Optional<String> obtain(Platform platform, Needs needs) {
    try {
      return platform.obtain(needs);
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
              needed.controlPlane().ifPresent(controlPlanes::add);
              programs.addAll(Telemetry.of(variant).programs());
            });
    if (experiment.plans().stream().anyMatch(Plan::isStream)) {
      programs.add(Instruments.STREAM_PROGRAM);
    }
    boolean together =
        experiment.plans().stream().anyMatch(plan -> experiment.protocol().windowsOf(plan) > 1);
    return new Needs(
        programs,
        List.copyOf(controlPlanes),
        together ? experiment.armsAtOnce() : 1,
        experiment.application().services(),
        experiment.variants().stream().map(LimitSettings::of).filter(Limits::any).toList());
  }
}
