package io.meshgauge.cli;

import io.meshgauge.config.Overrides;
import java.nio.file.Path;
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
  private final Desk desk;

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

  @Mixin private OverrideOptions options = new OverrideOptions();

  RunVerb(Desk desk) {
    this.desk = desk;
  }

  @Override
  public Integer call() {
    if (resume != null) {
      return new Execution(desk).resume(resume).code();
    }
    Overrides overrides = options.over(desk);
    String command =
        "./meshgauge run " + OverrideOptions.quoted(experiment) + OverrideOptions.typed(overrides);
    return new Execution(desk)
        .run(desk.configuration().fileOrProfile(experiment, overrides), command)
        .code();
  }
}
