package io.meshgauge.cli;

import io.meshgauge.archive.ArchiveException;
import io.meshgauge.archive.RunArchive;
import io.meshgauge.cli.trend.GateOptions;
import io.meshgauge.config.UsageProfileFile;
import io.meshgauge.config.application.ApplicationFile;
import io.meshgauge.config.jmx.Plugin;
import io.meshgauge.config.study.StudyFile;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.Platform;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.ClusterObjects;
import io.meshgauge.platform.kubernetes.KubernetesPlatform;
import io.meshgauge.platform.kubernetes.cluster.ClusterExamination;
import io.meshgauge.platform.kubernetes.cluster.OrphanedResources;
import io.meshgauge.platform.local.LocalPlatform;
import io.meshgauge.platform.local.program.PluginJars;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.Report;
import io.meshgauge.report.console.BriefText;
import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.registry.ReportFormats;
import io.meshgauge.run.ExperimentRunner;
import io.meshgauge.run.Sessions;
import io.meshgauge.run.session.CannotRunException;
import io.meshgauge.run.session.Progress;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.run.session.RunException;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.stats.BetweenSessions;
import io.meshgauge.topology.Service;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What the verbs use: run, read back, report. Tests override it, so that verbs are tested without
 * starting anything.
 *
 * <p>Every method may throw an {@link EngineException}, whose message and exit code become the
 * command's. The message of any other exception is printed, with {@link ExitCode#FAILED}.
 */
public class Engine {
  private static final String CLUSTER_ADVICE =
      "name a context of your kubeconfig whose API server answers: kubectl config get-contexts,"
          + " then kubectl --context NAME version";

  private final ProjectLayout home;

  /** The engine of a checkout. */
  public Engine(ProjectLayout home) {
    this.home = home;
  }

  /** Every registered product. */
  public List<Product> meshes() {
    return Products.all();
  }

  /**
   * Runs an experiment to its end.
   *
   * @param command the one command that repeats it
   * @return the session's folder below {@code reports/runs}
   */
  public Path run(Experiment experiment, ScoringRules rules, String command, Progress progress) {
    Path folder =
        attempt(
            () ->
                runner(experiment, progress)
                    .run(experiment, Map.of(ScoringRules.FILE, rules), command));
    try {
      Ledger.of(home.root()).add(Report.of(read(folder), rules), folder.getFileName().toString());
    } catch (IOException e) {
      progress.note("The A/A pair of this session was not recorded: " + e.getMessage());
    }
    return folder;
  }

  /** The folder with the jars of JMeter plugins, fetched once with the user's Maven. */
  public Path plugins(List<Plugin> wanted) {
    return PluginJars.folder(
        wanted.stream().flatMap(it -> it.jars().stream()).distinct().toList(), System.getenv());
  }

  /**
   * Refuses an experiment whose application has manifests that cannot be deployed. Asks no cluster.
   */
  public void refuseManifests(Experiment experiment) {
    List<String> problems = new ArrayList<>();
    experiment
        .onCluster()
        .ifPresent(
            target ->
                problems.addAll(
                    attempt(
                        () ->
                            ClusterObjects.of(
                                    home.root(), target, experiment.application().onCluster())
                                .problems(
                                    experiment.application().services(), meshed(experiment)))));
    if (!problems.isEmpty()) {
      throw new EngineException(
          ExitCode.BAD_INPUT, String.join(System.lineSeparator(), problems), null);
    }
  }

  private static boolean meshed(Experiment experiment) {
    return experiment.variants().stream()
        .map(arm -> Products.named(arm.mesh()).requirements(arm, experiment.platform()))
        .anyMatch(needed -> needed.controlPlane().isPresent());
  }

  /** What an experiment can find by the A/A pairs of earlier sessions, a sentence for each plan. */
  public List<String> expected(Experiment experiment) {
    Environment facts = new Environment(new TreeMap<>());
    if (experiment.onCluster().isEmpty()) {
      try (Platform platform = new LocalPlatform(home.root(), Products.programs())) {
        facts = platform.environment(experiment.application().services());
      }
    }
    try {
      return Ledger.of(home.root()).expected(experiment, Ledger.environment(experiment, facts));
    } catch (IOException e) {
      throw new EngineException(ExitCode.BAD_INPUT, e.getMessage(), e);
    }
  }

  /**
   * Resumes a session whose harness has died.
   *
   * @param folder the session's
   */
  public void resume(Path folder, Progress progress) {
    Experiment experiment = read(folder).experiment();
    experiment.onCluster().ifPresent(target -> down(target, false, progress::note));
    attempt(() -> runner(experiment, progress).resume(folder));
  }

  private ExperimentRunner runner(Experiment experiment, Progress progress) {
    return new ExperimentRunner(home, () -> platform(experiment), progress);
  }

  /** Turns exceptions of the harness into one with an exit code. */
  private static <T> T attempt(Supplier<T> action) {
    try {
      return action.get();
    } catch (CannotRunException e) {
      throw new EngineException(ExitCode.CANNOT_RUN_HERE, e.getMessage(), e);
    } catch (RunException | PlatformException | ArchiveException e) {
      throw new EngineException(ExitCode.FAILED, e.getMessage(), e);
    }
  }

  private static void attempt(Runnable action) {
    attempt(
        () -> {
          action.run();
          return true;
        });
  }

  /**
   * The latest session of an experiment, if it has trials left to run.
   *
   * @param since earlier sessions are ignored
   */
  public Optional<Path> unfinished(Experiment experiment, Instant since) {
    return attempt(() -> new Sessions(home.runs()).unfinished(experiment, since));
  }

  /**
   * Deletes archived sessions; other folders stay.
   *
   * @param before the start of the first session to keep
   * @param output receives a line for each session
   */
  public void forget(Instant before, Consumer<String> output) {
    attempt(() -> new Sessions(home.runs()).delete(before, output));
  }

  /** The session in a folder, as far as its runs were finished. */
  public Session read(Path folder) {
    return RunArchive.open(folder).read();
  }

  /** The scoring rules kept in a session's folder. */
  public ScoringRules rules(Path folder) {
    return RunArchive.open(folder).attachment(ScoringRules.FILE, ScoringRules.class);
  }

  /**
   * Makes the report of a session and writes all its formats into the folder.
   *
   * @param gate compares it with accepted sessions and sends it to a collector, where that is asked
   */
  public Written report(Session session, ScoringRules rules, Path folder, GateOptions gate) {
    String name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    Report measured =
        Report.of(session, rules, StudyFile.all(home.root()), UsageProfileFile.shipped());
    Report report = measured;
    RuntimeException notJudged = null;
    try {
      report =
          gate.judged(
              measured, folder, home.root(), (plan, metric) -> spread(session, name, plan, metric));
    } catch (RuntimeException e) {
      // The results are written without the comparison.
      notJudged = e;
    }
    try {
      ReportFormats.writeAll(report, folder);
      if (notJudged != null) {
        throw notJudged;
      }
      StringWriter table = new StringWriter();
      new ConsoleFormat(false).write(report, table);
      gate.send(report, folder);
      return new Written(
          BriefText.of(report), table.toString(), report.criteria(), folder.resolve("index.html"));
    } catch (IOException e) {
      throw new EngineException(
          ExitCode.FAILED, "the report could not be written to " + folder + ": " + e, e);
    }
  }

  private Optional<BetweenSessions> spread(
      Session session, String name, String plan, Metric metric) {
    try {
      return Ledger.of(home.root()).spread(session, name, plan, metric);
    } catch (IOException e) {
      throw new EngineException(ExitCode.BAD_INPUT, e.getMessage(), e);
    }
  }

  /** Checks of this machine for {@code doctor}: proxies, programs. */
  public List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    try (Platform platform = new LocalPlatform(home.root(), Products.programs())) {
      List<Service> services = ApplicationFile.ofInstallation(home.root()).services();
      List<String> problems = platform.problems(new Needs(Set.of("envoy"), List.of(), 1, services));
      if (problems.isEmpty()) {
        checks.add(Check.ok("platform local", "services, load worker and Envoy can be started"));
      }
      problems.forEach(problem -> checks.add(Check.missing("platform local", problem, "")));
      List<String> others = platform.problems(new Needs(Set.of(), List.of(), 1, services));
      checks.add(further(platform, others, "plan tcp", Set.of("iperf3")));
      checks.add(further(platform, others, "traces", Set.of(Telemetry.ZIPKIN)));
      checks.add(further(platform, others, "metrics", Set.of(Telemetry.PROMETHEUS)));
      Products.on(PlatformKind.LOCAL).stream()
          .filter(product -> product.descriptor().isBalancer())
          .map(
              mesh ->
                  further(
                      platform,
                      others,
                      "mesh " + mesh.descriptor().key(),
                      mesh.requirements(Variant.plain(mesh.descriptor().key()), PlatformKind.LOCAL)
                          .programs()))
          .forEach(checks::add);
    }
    return checks;
  }

  /**
   * Checks the programs that only one feature needs.
   *
   * @param others problems that are already reported
   */
  private static Check further(
      Platform platform, List<String> others, String subject, Set<String> programs) {
    return platform.problems(new Needs(programs, List.of())).stream()
        .filter(problem -> !others.contains(problem))
        .findFirst()
        .map(problem -> Check.poor(subject, "%s (for %s only)".formatted(problem, subject), ""))
        .orElseGet(
            () -> Check.ok(subject, String.join(", ", programs) + " can be started, or fetched"));
  }

  /**
   * Checks of a cluster for {@code doctor}; starts pods there to pull images.
   *
   * @param output receives each check as it is made
   */
  public void check(ClusterTarget target, Consumer<Check> output) {
    Needs needs =
        new Needs(
            Set.of(),
            Products.controlPlanes(),
            1,
            ApplicationFile.ofInstallation(home.root()).services());
    try {
      ClusterExamination.of(home.root(), target, needs, finding -> output.accept(check(finding)));
    } catch (PlatformException e) {
      output.accept(Check.missing("cluster", String.valueOf(e.getMessage()), CLUSTER_ADVICE));
    }
  }

  private static Check check(ClusterExamination.Finding finding) {
    return switch (finding.state()) {
      case GOOD -> Check.ok(finding.subject(), finding.found());
      case NEEDED_BY_SOME -> Check.poor(finding.subject(), finding.found(), finding.advice());
      case MISSING -> Check.missing(finding.subject(), finding.found(), finding.advice());
    };
  }

  /**
   * Waits, a minute at most, until it is known of each experiment on a cluster whether it is dead.
   *
   * @param output receives the experiments that are waited for
   */
  public void awaitLeases(ClusterTarget target, Consumer<String> output) {
    attempt(() -> OrphanedResources.awaitLeases(target, output));
  }

  /**
   * Deletes what dead experiments have left on a cluster.
   *
   * @param evenAlive also deletes experiments that still run
   * @param output receives a line for each action
   */
  public void down(ClusterTarget target, boolean evenAlive, Consumer<String> output) {
    attempt(() -> OrphanedResources.remove(target, evenAlive, Products.controlPlanes(), output));
  }

  private Platform platform(Experiment experiment) {
    try {
      return experiment
          .onCluster()
          .<Platform>map(
              target ->
                  new KubernetesPlatform(home.root(), target, experiment.application().onCluster()))
          .orElseGet(() -> new LocalPlatform(home.root(), Products.programs()));
    } catch (PlatformException e) {
      throw new CannotRunException(e.getMessage(), e);
    }
  }

  /**
   * A report that was written.
   *
   * @param brief the conclusions for the end of a console
   * @param full the whole report for a console
   * @param criteria the test cases of the build, met or not
   * @param page the page for people
   */
  public record Written(String brief, String full, List<CriterionResult> criteria, Path page) {
    public Written {
      criteria = List.copyOf(criteria);
    }

    /** Whether every criterion is met. */
    public boolean green() {
      return criteria.stream().allMatch(CriterionResult::passed);
    }
  }
}
