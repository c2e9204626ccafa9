package io.meshgauge.cli;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.cli.language.LanguageOptions;
import io.meshgauge.cli.trend.GateOptions;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code report}: regenerates the report of finished runs offline. */
@Command(
    name = "report",
    description =
        "Regenerate the report of finished runs from their archive, also after an interrupted "
            + "run, and with other targets or weights.")
final class ReportVerb implements Callable<Integer> {
  private final CliContext context;

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Folders in reports/runs, or such a folder as a .zip.")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description = "Score by section scoring: of this file instead of the rules of the run.")
  private @Nullable Path rules;

  @Mixin private GateOptions gate = new GateOptions();

  @Mixin private Execution.ConsoleOptions console = new Execution.ConsoleOptions();

  @Mixin private LanguageOptions language = new LanguageOptions();

  ReportVerb(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    gate.requireAddress();
    folders = folders.stream().map(RunArchive::folderOf).toList();
    for (Path folder : folders) {
      if (!Files.isDirectory(folder)) {
        throw new EngineException(
            ExitCode.BAD_INPUT,
            "%s is not a folder; expected the folder of a session in %s"
                .formatted(folder, context.home().resolve("reports").resolve("runs")),
            null);
      }
    }
    List<Session> sessions = folders.stream().map(context.engine()::read).toList();
    // Reports printed together are compared; different machines or versions are not comparable.
    Incomparable.among(sessions)
        .ifPresent(
            refusal -> {
              throw new EngineException(ExitCode.BAD_INPUT, refusal.words(), null);
            });
    Execution execution = new Execution(context, new LiveOptions(), gate, console, language);
    boolean green = true;
    for (int i = 0; i < folders.size(); i++) {
      Path folder = folders.get(i);
      green &= execution.report(sessions.get(i), folder, rulesFor(folder)).green();
    }
    return execution.exitCode(green).code();
  }

  private ScoringRules rulesFor(Path folder) {
    return rules == null ? context.engine().rules(folder) : context.configuration().scoring(rules);
  }
}
