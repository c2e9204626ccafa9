package io.meshgauge.cli;

import io.meshgauge.cli.Engine.Written;
import io.meshgauge.config.ExperimentFile;
import io.meshgauge.experiment.Session;
import io.meshgauge.run.session.Progress;
import io.meshgauge.score.ScoringRules;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** What {@code run}, {@code compare} and {@code report} share: run, report, and close the gate. */
final class Execution {
  private final CliContext desk;
  private final LiveOptions live;

  Execution(CliContext desk) {
    this(desk, new LiveOptions());
  }

  Execution(CliContext desk, LiveOptions live) {
    this.desk = desk;
    this.live = live;
  }

  /** Runs an experiment and reports it. */
  ExitCode run(ExperimentFile file, String command) {
    return exitCode(report(carryOut(file, command), file.scoring()));
  }

  /** Runs an experiment; its archive is the folder returned. */
  Path carryOut(ExperimentFile file, String command) {
    Progress progress = progress();
    file.notes().forEach(progress::note);
    List<Path> folder = new ArrayList<>();
    live.during(
        progress,
        desk.engine().meshes(),
        reporter ->
            folder.add(desk.engine().run(file.experiment(), file.scoring(), command, reporter)));
    return folder.get(0);
  }

  /** Goes on with a session whose harness has died, and reports it. */
  ExitCode resume(Path folder) {
    live.during(
        progress(), desk.engine().meshes(), reporter -> desk.engine().resume(folder, reporter));
    return exitCode(report(folder, desk.engine().rules(folder)));
  }

  private Progress progress() {
    Terminal terminal = desk.terminal();
    return terminal.live()
        ? new LiveProgress(desk.err(), terminal, InstantSource.system())
        : new PlainProgress(desk.err(), InstantSource.system());
  }

  /** Reads a session and reports it under the given rules. */
  Written report(Path folder, ScoringRules rules) {
    return report(desk.engine().read(folder), folder, rules);
  }

  /** Reports a session, which stays in its folder, under the given rules. */
  Written report(Session session, Path folder, ScoringRules rules) {
    Written written = desk.engine().report(session, rules, folder);
    desk.out().println(written.table().stripTrailing());
    desk.out().println();
    desk.out().println("report: " + written.page());
    written.criteria().stream()
        .filter(criterion -> !criterion.passed())
        .forEach(criterion -> desk.err().println("not met: " + criterion.words()));
    return written;
  }

  /** How a command ends that wrote such a report. */
  static ExitCode exitCode(Written written) {
    return written.green() ? ExitCode.OK : ExitCode.GATE;
  }
}
