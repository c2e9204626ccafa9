package io.meshgauge.cli;

import io.meshgauge.cli.Engine.Written;
import io.meshgauge.config.ExperimentFile;
import io.meshgauge.run.Progress;
import io.meshgauge.score.ScoringRules;
import java.nio.file.Path;
import java.time.InstantSource;

/** What {@code run}, {@code compare} and {@code report} share: run, report, and close the gate. */
final class Execution {
  private final Desk desk;

  Execution(Desk desk) {
    this.desk = desk;
  }

  /** Runs an experiment and reports it. */
  ExitCode run(ExperimentFile file, String command) {
    return report(carryOut(file, command), file.scoring());
  }

  /** Runs an experiment; its archive is the folder returned. */
  Path carryOut(ExperimentFile file, String command) {
    Terminal terminal = desk.terminal();
    Progress progress =
        terminal.live()
            ? new LiveProgress(desk.err(), terminal, InstantSource.system())
            : new PlainProgress(desk.err(), InstantSource.system());
    file.notes().forEach(progress::note);
    return desk.engine().run(file.experiment(), file.scoring(), command, progress);
  }

  /** Makes a session's report under the given rules. */
  ExitCode report(Path folder, ScoringRules rules) {
    Written written = desk.engine().report(desk.engine().read(folder), rules, folder);
    desk.out().println(written.table().stripTrailing());
    desk.out().println();
    desk.out().println("report: " + written.page());
    written.broken().forEach(sentence -> desk.err().println("not met: " + sentence));
    return written.green() ? ExitCode.OK : ExitCode.GATE;
  }
}
