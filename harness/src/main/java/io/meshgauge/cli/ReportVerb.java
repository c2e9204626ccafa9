package io.meshgauge.cli;

import io.meshgauge.experiment.Session;
import io.meshgauge.report.Incomparable;
import io.meshgauge.score.ScoringRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code report}: makes the report of finished runs again, offline. */
@Command(
    name = "report",
    description = {
      "Make the report of finished runs again, from their archive alone; also after a run that",
      "was interrupted, and with other targets or weights."
    })
final class ReportVerb implements Callable<Integer> {
  private final CliContext desk;

  @Parameters(arity = "1..*", paramLabel = "DIR", description = "Folders of reports/runs.")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description = "Score by the section scoring: of this file, not by the rules of the run.")
  private @Nullable Path rules;

  ReportVerb(CliContext desk) {
    this.desk = desk;
  }

  @Override
  public Integer call() {
    for (Path folder : folders) {
      if (!Files.isDirectory(folder)) {
        throw new EngineException(
            ExitCode.BAD_INPUT,
            "%s is not a folder. Expected the folder of a session, below %s"
                .formatted(folder, desk.home().resolve("reports").resolve("runs")),
            null);
      }
    }
    List<Session> sessions = folders.stream().map(desk.engine()::read).toList();
    // Reports side by side invite comparison, which different machines or versions do not bear.
    Incomparable.among(sessions)
        .ifPresent(
            refusal -> {
              throw new EngineException(ExitCode.BAD_INPUT, refusal.words(), null);
            });
    Execution execution = new Execution(desk);
    boolean green = true;
    for (int i = 0; i < folders.size(); i++) {
      Path folder = folders.get(i);
      green &= execution.report(sessions.get(i), folder, rulesFor(folder)).green();
    }
    return (green ? ExitCode.OK : ExitCode.GATE).code();
  }

  private ScoringRules rulesFor(Path folder) {
    return rules == null ? desk.engine().rules(folder) : desk.configuration().scoring(rules);
  }
}
