package io.meshgauge.run;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.cli.terminal.PlainProgress;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.platform.Platform;
import io.meshgauge.platform.local.LocalPlatform;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.environment.ArmGroups;
import io.meshgauge.run.session.PhaseTimes;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.run.session.Version;
import io.meshgauge.run.trial.TrialRunner;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

/**
 * Trials without a session around them, on this machine or on a cluster: no calibration refuses
 * them, and other work on the machine voids their figures only.
 *
 * @param lagLimits that a session would have from its pilot
 */
public record LocalTrials(Path folder, List<LagLimit> lagLimits) {
  private static final Path HOME =
      Path.of(System.getProperty("meshgauge.home", "..")).toAbsolutePath();

  public LocalTrials {
    try {
      Path plans = folder.resolve("jmeter-plans");
      if (!Files.exists(plans)) {
        Files.createSymbolicLink(plans, HOME.resolve("jmeter-plans"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Trials that no send lag voids. */
  public LocalTrials(Path folder) {
    this(folder, List.of());
  }

  /** Runs trials of an experiment; returns their runs as they are read from the archive. */
  List<Run> run(Experiment experiment, Function<TrialRunner, List<Run>> trials) {
    try (LocalPlatform platform = new LocalPlatform(HOME, Products.programs())) {
      return on(platform, experiment, trials);
    }
  }

  /** The same on a platform that has obtained what the experiment needs. */
  public List<Run> on(
      Platform platform, Experiment experiment, Function<TrialRunner, List<Run>> trials) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Session session =
        new Session(
            experiment,
            Instant.now(),
            "a test",
            platform.environment(experiment.application().services()),
            List.of(),
            experiment.arms().size(),
            List.of(),
            Version.current());
    RunArchive archive = RunArchive.create(runs(), session);
    try (SessionContext context =
        new SessionContext(
            new ProjectLayout(folder),
            platform,
            archive,
            new PlainProgress(nowhere, InstantSource.system()),
            new PhaseTimes(InstantSource.system()),
            experiment.application())) {
      try (ArmGroups groups = new ArmGroups(context)) {
        TrialRunner runner = new TrialRunner(context, lagLimits, () -> false, groups);
        trials.apply(runner).forEach(archive::store);
      }
      return RunArchive.open(archive.folder()).read().runs();
    }
  }

  private Path runs() {
    try {
      return Files.createTempDirectory(folder, "runs");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
