package io.meshgauge.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The verb {@code doctor}: what is missing on this machine, and how to get it. */
@Command(
    name = "doctor",
    description =
        "Look at this machine, and with -Dkube.context=NAME at a cluster: what is missing for a run,"
            + " and how to get it.")
final class DoctorVerb implements Callable<Integer> {
  private final CliContext desk;

  @Mixin private OverrideOptions options = new OverrideOptions();

  DoctorVerb(CliContext desk) {
    this.desk = desk;
  }

  @Override
  public Integer call() {
    List<Check> checks = new ArrayList<>(new LocalChecks(desk.home(), Machine.real()).checks());
    checks.addAll(desk.engine().checks());
    desk.configuration()
        .cluster(options.over(desk))
        .ifPresent(target -> checks.addAll(desk.engine().checks(target)));
    for (Check check : checks) {
      desk.out()
          .printf(
              Locale.ROOT, "%-8s %-16s %s%n", check.state().word(), check.subject(), check.found());
      if (!check.advice().isEmpty()) {
        desk.out().printf(Locale.ROOT, "%-25s do: %s%n", "", check.advice());
      }
    }
    boolean missing = checks.stream().anyMatch(check -> check.state() == Check.State.MISSING);
    desk.out().println(missing ? "Something is missing: see above." : "Experiments can run here.");
    return (missing ? ExitCode.CANNOT_RUN_HERE : ExitCode.OK).code();
  }
}
