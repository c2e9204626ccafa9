package io.meshgauge.cli;

import io.meshgauge.cli.help.Names;
import io.meshgauge.cli.language.LanguageOptions;
import io.meshgauge.cli.trend.GateOptions;
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

/** The verb {@code run}: runs an experiment and reports it. */
@Command(
    name = "run",
    description =
        "Run an experiment and write its report; the exit code is the verdict of the build.")
final class RunVerb implements Callable<Integer> {
  /** Time after its forecast duration at which a session is considered abandoned. */
  private static final Duration ABANDONED_AFTER = Duration.ofDays(1);

  private final CliContext context;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE|PROFILE",
      defaultValue = "istio-mtls",
      completionCandidates = Names.Profiles.class,
      description = "An experiment file, or a profile (see \"list\"). Default: ${DEFAULT-VALUE}.")
  private String experiment = "";

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description =
          "Resume the session in this folder after its harness died: finished runs are kept, a"
              + " soak resumes with its next window.")
  private @Nullable Path resume;

  @Option(
      names = "--continue",
      description =
          "Resume the latest session of this experiment if its harness died, else start a new one: "
              + "for a job that is restarted. Do not use it while another harness may be running the "
              + "session.")
  private boolean resumeLatest;

  @Option(
      names = "--keep-days",
      paramLabel = "DAYS",
      description = "Before a new session, delete archives in reports/runs older than this.")
  private @Nullable Integer keepDays;

  @Mixin private OverrideOptions options = new OverrideOptions();

  @Mixin private LiveOptions live = new LiveOptions();

  @Mixin private GateOptions gate = new GateOptions();

  @Mixin private Execution.ConsoleOptions console = new Execution.ConsoleOptions();

  @Mixin private LanguageOptions language = new LanguageOptions();

  RunVerb(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    gate.requireAddress();
    Execution execution = new Execution(context, live, gate, console, language);
    if (resume != null) {
      return execution.resume(resume).code();
    }
    Overrides overrides = options.over(context);
    ExperimentFile file = context.configuration().fileOrProfile(experiment, overrides);
    Optional<Path> unfinished = resumeLatest ? unfinished(file.experiment()) : Optional.empty();
    if (unfinished.isPresent()) {
      return execution.resume(unfinished.get()).code();
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
    context.engine().forget(Instant.now().minus(Duration.ofDays(keepDays)), context.err()::println);
  }

  /** The session of an earlier harness of the same job; deletes its leftovers on a cluster. */
  private Optional<Path> unfinished(Experiment wanted) {
    wanted
        .onCluster()
        .ifPresent(
            target -> {
              context.engine().awaitLeases(target, context.err()::println);
              context.engine().down(target, false, context.err()::println);
            });
    Duration longest = Forecast.of(wanted).trials().plus(ABANDONED_AFTER);
    return context.engine().unfinished(wanted, Instant.now().minus(longest));
  }
}
