package io.meshgauge.cli;

import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.ClusterTarget;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code down}: takes away what dead experiments have left on a cluster. */
@Command(
    name = "down",
    description = "Delete what dead experiments have left on a cluster (-Dkube.context=NAME).")
final class DownVerb implements Callable<Integer> {
  private final CliContext desk;

  @Mixin private OverrideOptions options = new OverrideOptions();

  @Option(names = "--all", description = "Experiments that still run as well.")
  private boolean all;

  DownVerb(CliContext desk) {
    this.desk = desk;
  }

  @Override
  public Integer call() {
    Optional<ClusterTarget> target = desk.configuration().cluster(options.over(desk));
    if (target.isEmpty()) {
      desk.err()
          .printf(
              "meshgauge: which cluster? Expected -D%s=NAME%n"
                  + "    On this machine nothing is left: what the harness starts ends with it.%n",
              Overrides.CONTEXT);
      return ExitCode.BAD_INPUT.code();
    }
    desk.engine().down(target.get(), all, desk.out()::println);
    return ExitCode.OK.code();
  }
}
