package io.meshgauge.cli;

import io.meshgauge.archive.ArchiveException;
import io.meshgauge.archive.RunArchive;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.Platform;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.ClusterExamination;
import io.meshgauge.platform.kubernetes.KubernetesPlatform;
import io.meshgauge.platform.kubernetes.OrphanedResources;
import io.meshgauge.platform.local.LocalPlatform;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.report.Report;
import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.registry.ReportFormats;
import io.meshgauge.run.ExperimentRunner;
import io.meshgauge.run.Sessions;
import io.meshgauge.run.session.CannotRunException;
import io.meshgauge.run.session.Progress;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.run.session.RunException;
import io.meshgauge.score.ScoringRules;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The engine of this installation: the real platforms, the real archive, the real report. */
public final class InstalledEngine implements Engine {
  /** Where a session keeps the rules it was scored by. */
  private static final String RULES = "scoring.json";

  private final ProjectLayout home;

  /** The engine of a checkout. */
  public InstalledEngine(ProjectLayout home) {
    this.home = home;
  }

  @Override
  public List<Product> meshes() {
    return Products.all();
  }

  @Override
  public Path run(Experiment experiment, ScoringRules rules, String command, Progress progress) {
    return carriedOut(
        () -> runner(experiment, progress).run(experiment, Map.of(RULES, rules), command));
  }

  @Override
  public void resume(Path folder, Progress progress) {
    Experiment experiment = read(folder).experiment();
    experiment.onCluster().ifPresent(target -> down(target, false, progress::note));
    carriedOut(() -> runner(experiment, progress).resume(folder));
  }

  private ExperimentRunner runner(Experiment experiment, Progress progress) {
    return new ExperimentRunner(home, () -> platform(experiment), progress);
  }

  /** The session's folder, or what went wrong with the exit code that says so. */
  private static Path carriedOut(Supplier<Path> session) {
    try {
      return session.get();
    } catch (CannotRunException e) {
      throw new EngineException(ExitCode.CANNOT_RUN_HERE, e.getMessage(), e);
    } catch (RunException | PlatformException | ArchiveException e) {
      throw new EngineException(ExitCode.FAILED, e.getMessage(), e);
    }
  }

  @Override
  public Optional<Path> unfinished(Experiment experiment, Instant since) {
    try {
      return new Sessions(home.runs()).unfinished(experiment, since);
    } catch (RunException e) {
      throw new EngineException(ExitCode.FAILED, e.getMessage(), e);
    }
  }

  @Override
  public void forget(Instant before, Consumer<String> words) {
    try {
      new Sessions(home.runs()).delete(before, words);
    } catch (RunException e) {
      throw new EngineException(ExitCode.FAILED, e.getMessage(), e);
    }
  }

  @Override
  public Session read(Path folder) {
    try {
      return RunArchive.open(folder).read();
    } catch (ArchiveException e) {
      throw new EngineException(ExitCode.BAD_INPUT, e.getMessage(), e);
    }
  }

  @Override
  public ScoringRules rules(Path folder) {
    try {
      return RunArchive.open(folder).attachment(RULES, ScoringRules.class);
    } catch (ArchiveException e) {
      throw new EngineException(ExitCode.BAD_INPUT, e.getMessage(), e);
    }
  }

  @Override
  public Written report(Session session, ScoringRules rules, Path folder) {
    Report report = Report.of(session, rules);
    try {
      ReportFormats.writeAll(report, folder);
      StringWriter table = new StringWriter();
      new ConsoleFormat(false).write(report, table);
      return new Written(table.toString(), report.criteria(), folder.resolve("index.html"));
    } catch (IOException e) {
      throw new EngineException(
          ExitCode.FAILED, "the report could not be written to " + folder + ": " + e, e);
    }
  }

  @Override
  public List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    try (Platform platform = new LocalPlatform(home.root(), Products.programs())) {
      List<String> problems = platform.problems(Needs.of("envoy"));
      if (problems.isEmpty()) {
        checks.add(Check.ok("platform local", "services, load worker and Envoy can be started"));
      }
      problems.forEach(
          words -> checks.add(Check.missing("platform local", words, "the line says it")));
      List<String> others = platform.problems(Needs.NOTHING);
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
   * What something needs beside all that; without it everything else runs.
   *
   * @param others what is missing for everything
   */
  private static Check further(
      Platform platform, List<String> others, String subject, Set<String> programs) {
    return platform.problems(new Needs(programs, List.of())).stream()
        .filter(words -> !others.contains(words))
        .findFirst()
        .map(words -> Check.poor(subject, words, "needed for %s only".formatted(subject)))
        .orElseGet(
            () -> Check.ok(subject, String.join(", ", programs) + " can be started, or fetched"));
  }

  @Override
  public List<Check> checks(ClusterTarget target) {
    try {
      return ClusterExamination.of(home.root(), target, Products.controlPlanes()).stream()
          .map(InstalledEngine::check)
          .toList();
    } catch (PlatformException e) {
      return List.of(Check.missing("cluster", e.getMessage(), "the line says it"));
    }
  }

  private static Check check(ClusterExamination.Finding finding) {
    return switch (finding.state()) {
      case GOOD -> Check.ok(finding.subject(), finding.found());
      case NEEDED_BY_SOME -> Check.poor(finding.subject(), finding.found(), finding.advice());
      case MISSING -> Check.missing(finding.subject(), finding.found(), finding.advice());
    };
  }

  @Override
  public void awaitLeases(ClusterTarget target, Consumer<String> words) {
    try {
      OrphanedResources.awaitLeases(target, words);
    } catch (PlatformException e) {
      throw new EngineException(ExitCode.FAILED, e.getMessage(), e);
    }
  }

  @Override
  public void down(ClusterTarget target, boolean evenAlive, Consumer<String> words) {
    try {
      OrphanedResources.remove(target, evenAlive, Products.controlPlanes(), words);
    } catch (PlatformException e) {
      throw new EngineException(ExitCode.FAILED, e.getMessage(), e);
    }
  }

  private Platform platform(Experiment experiment) {
    try {
      return experiment
          .onCluster()
          .<Platform>map(target -> new KubernetesPlatform(home.root(), target))
          .orElseGet(() -> new LocalPlatform(home.root(), Products.programs()));
    } catch (PlatformException e) {
      throw new CannotRunException(e.getMessage(), e);
    }
  }
}
