package io.meshgauge.cli;

import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.ClusterTarget;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code down}: deletes the leftovers of dead experiments from a cluster. */
@Command(
    name = "down",
    description = "Delete the leftovers of dead experiments from a cluster (-Dkube.context=NAME).")
final class DownVerb implements Callable<Integer> {
  private final CliContext context;

  @Mixin private OverrideOptions options = new OverrideOptions();

  @Option(names = "--all", description = "Also delete experiments that still run.")
  private boolean all;

  DownVerb(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Optional<ClusterTarget> target = context.configuration().cluster(options.over(context));
    if (target.isEmpty()) {
      context
          .err()
          .printf(
              "meshgauge: no cluster named; expected -D%s=NAME%n"
                  + "    Nothing is to be deleted on this machine: child processes end with the harness.%n",
              Overrides.CONTEXT);
      return ExitCode.BAD_INPUT.code();
    }
    context.engine().down(target.get(), all, context.out()::println);
    return ExitCode.OK.code();
  }
}
