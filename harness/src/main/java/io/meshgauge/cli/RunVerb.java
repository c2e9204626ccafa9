package io.meshgauge.cli;

import io.meshgauge.config.ExperimentFile;
import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code run}: carries out an experiment and reports it. */
@Command(
    name = "run",
    description =
        "Run an experiment, write its report, and say by the exit code whether it is good.")
final class RunVerb implements Callable<Integer> {
  /** What has not come to its end so long after the time it takes will not. */
  private static final Duration LATE = Duration.ofDays(1);

  private final CliContext desk;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE|PROFILE",
      defaultValue = "istio-mtls",
      description = "An experiment file, or a profile (see \"list\"). Default: ${DEFAULT-VALUE}.")
  private String experiment = "";

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description =
          "Go on with the session in this folder, whose harness has died: what was finished stays,"
              + " a soak goes on with its next window.")
  private @Nullable Path resume;

  @Option(
      names = "--continue",
      description = {
        "Go on with the latest session of this experiment where its harness has died, and begin a",
        "new one otherwise: for a job that is started again and again. Not where another harness",
        "may still be at work on it."
      })
  private boolean goOn;

  @Option(
      names = "--keep-days",
      paramLabel = "DAYS",
      description =
          "Before a new session begins, delete archives in reports/runs that began earlier.")
  private @Nullable Integer keepDays;

  @Mixin private OverrideOptions options = new OverrideOptions();

  @Mixin private LiveOptions live = new LiveOptions();

  RunVerb(CliContext desk) {
    this.desk = desk;
  }

  @Override
  public Integer call() {
    Execution execution = new Execution(desk, live);
    if (resume != null) {
      return execution.resume(resume).code();
    }
    Overrides overrides = options.over(desk);
    ExperimentFile file = desk.configuration().fileOrProfile(experiment, overrides);
    Optional<Path> begun = goOn ? begun(file.experiment()) : Optional.empty();
    if (begun.isPresent()) {
      return execution.resume(begun.get()).code();
    }
    forget();
    String command =
        "./meshgauge run " + OverrideOptions.quoted(experiment) + OverrideOptions.typed(overrides);
    return execution.run(file, command).code();
  }

  private void forget() {
    if (keepDays == null) {
      return;
    }
    if (keepDays < 1) {
      throw new EngineException(
          ExitCode.BAD_INPUT,
          "--keep-days=%d would delete what is being measured; expected 1 or more"
              .formatted(keepDays),
          null);
    }
    desk.engine().forget(Instant.now().minus(Duration.ofDays(keepDays)), desk.err()::println);
  }

  /** What an earlier harness of the same job has begun; what it left on a cluster is taken away. */
  private Optional<Path> begun(Experiment wanted) {
    wanted
        .onCluster()
        .ifPresent(
            target -> {
              desk.engine().awaitLeases(target, desk.err()::println);
              desk.engine().down(target, false, desk.err()::println);
            });
    Duration patience = Forecast.of(wanted).trials().plus(LATE);
    return desk.engine().unfinished(wanted, Instant.now().minus(patience));
  }
}
