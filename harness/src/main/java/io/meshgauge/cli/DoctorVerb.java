package io.meshgauge.cli;

import io.meshgauge.report.json.JsonFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code doctor}: checks the prerequisites of a run and prints remedies. */
@Command(
    name = "doctor",
    description =
        "Check this machine, and with -Dkube.context=NAME a cluster, for what a run needs; print"
            + " what is missing and how to get it.")
final class DoctorVerb implements Callable<Integer> {
  private final CliContext context;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Mixin private OverrideOptions options = new OverrideOptions();

  DoctorVerb(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    List<Check> checks = new ArrayList<>();
    new LocalChecks(context.home(), Machine.real()).checks().forEach(it -> add(it, checks));
    context.engine().checks().forEach(it -> add(it, checks));
    context
        .configuration()
        .cluster(options.over(context))
        .ifPresent(target -> context.engine().check(target, it -> add(it, checks)));
    boolean missing = checks.stream().anyMatch(check -> check.state() == Check.State.MISSING);
    if (json) {
      context.out().print(JsonFormat.write(new Checked(!missing, checks)));
    } else {
      context
          .out()
          .println(missing ? "Something is missing: see above." : "Experiments can run here.");
    }
    return (missing ? ExitCode.CANNOT_RUN_HERE : ExitCode.OK).code();
  }

  /**
   * The answer of {@code doctor --json}.
   *
   * @param ready whether experiments can run here
   * @param checks in reading order
   */
  private record Checked(boolean ready, List<Check> checks) {}

  /** Prints a check at once, since some of a cluster take minutes. */
  private void add(Check check, List<Check> checks) {
    checks.add(check);
    if (json) {
      return;
    }
    context
        .out()
        .printf(
            Locale.ROOT, "%-8s %-16s %s%n", check.state().label(), check.subject(), check.found());
    if (!check.advice().isEmpty()) {
      context.out().printf(Locale.ROOT, "%-25s do: %s%n", "", check.advice());
    }
  }
}
