package io.meshgauge.cli;

import io.meshgauge.archive.ArchiveException;
import io.meshgauge.cli.advise.AdviseVerb;
import io.meshgauge.cli.application.ApplicationVerb;
import io.meshgauge.cli.help.CompletionVerb;
import io.meshgauge.cli.help.Misuse;
import io.meshgauge.cli.init.InitVerb;
import io.meshgauge.cli.plan.PlanVerb;
import io.meshgauge.cli.predict.PredictVerb;
import io.meshgauge.cli.study.StudyVerb;
import io.meshgauge.cli.trend.AcceptVerb;
import io.meshgauge.cli.trend.TrendVerb;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.yaml.InvalidInputException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** The command {@code meshgauge}: verbs, error messages, exit codes. */
@Command(
    name = "meshgauge",
    description = "Measures what a service mesh costs, and verifies its guarantees.",
    synopsisSubcommandLabel = "VERB")
public final class Meshgauge {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Print this help.")
  private boolean help;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Print stack traces of errors.")
  private boolean verbose;

  private Meshgauge() {}

  /** Executes the command line of this process and exits with its exit code. */
  public static void main(String[] arguments) {
    // Numbers go into files, URLs and protocols, which need a decimal point.
    Locale.setDefault(Locale.ROOT);
    ProjectLayout home = ProjectLayout.find();
    System.exit(execute(CliContext.ofProcess(home.root(), new Engine(home)), arguments));
  }

  /**
   * Executes one command line.
   *
   * @return the exit code
   */
  public static int execute(CliContext context, String... arguments) {
    return commandLine(context).execute(arguments);
  }

  /** The command with all its verbs. */
  static CommandLine commandLine(CliContext context) {
    Meshgauge top = new Meshgauge();
    CommandLine line = new CommandLine(top);
    List.of(
            new InitVerb(context::configuration, context.out()),
            new RunVerb(context),
            new CompareVerb(context),
            new ProveVerb(context),
            new ReportVerb(context),
            new AdviseVerb(context.out()),
            new ListVerb(context),
            new DescribeVerb(context),
            new PredictVerb(context.out()),
            new TrendVerb(context.home(), context.out()),
            new AcceptVerb(context.home(), context.out()),
            new PlanVerb(context.out()),
            new StudyVerb(context.home(), context.out()),
            new ApplicationVerb(context.out()),
            new DoctorVerb(context),
            new DownVerb(context),
            new CompletionVerb(context.out()))
        .forEach(line::addSubcommand);
    line.setOut(new PrintWriter(context.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(context.err(), true, StandardCharsets.UTF_8));
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setUsageHelpWidth(context.terminal().columnsOfText());
    line.setParameterExceptionHandler(new Misuse());
    line.setExecutionExceptionHandler((e, command, parsed) -> top.report(e, context));
    line.setExecutionStrategy(parsed -> top.run(parsed));
    explainExitCodes(line);
    return line;
  }

  /** Executes a verb; without one, prints help and fails. */
  private int run(ParseResult parsed) {
    boolean helpRequested = help || parsed.isUsageHelpRequested();
    if (!parsed.hasSubcommand() && !helpRequested) {
      CommandLine line = parsed.commandSpec().commandLine();
      line.usage(line.getErr());
      return ExitCode.BAD_INPUT.code();
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static void explainExitCodes(CommandLine line) {
    line.getCommandSpec().usageMessage().exitCodeListHeading("%nExit codes:%n");
    line.getCommandSpec().usageMessage().exitCodeList(ExitCode.help());
    line.getCommandSpec().exitCodeOnExecutionException(ExitCode.FAILED.code());
    line.getSubcommands().values().forEach(Meshgauge::explainExitCodes);
  }

  private int report(Exception problem, CliContext context) {
    ExitCode code = codeOf(problem);
    @Nullable String message = problem.getMessage();
    context.err().println("meshgauge: " + (message == null ? problem.toString() : message));
    alsoFailed(problem).forEach(it -> context.err().println("    and then: " + it));
    if (verbose) {
      problem.printStackTrace(context.err());
    } else if (code == ExitCode.FAILED) {
      context.err().println("    --verbose prints the stack trace");
    }
    return code.code();
  }

  /** What failed after the problem, when everything was taken down. */
  private static List<String> alsoFailed(Throwable problem) {
    return Stream.iterate(problem, Objects::nonNull, Throwable::getCause)
        .flatMap(it -> Arrays.stream(it.getSuppressed()))
        .map(Throwable::getMessage)
        .filter(Objects::nonNull)
        .filter(it -> !String.valueOf(problem.getMessage()).contains(it))
        .distinct()
        .toList();
  }

  private static ExitCode codeOf(Exception problem) {
    if (problem instanceof InvalidInputException refused) {
      return refused.onlyMissing() ? ExitCode.CANNOT_RUN_HERE : ExitCode.BAD_INPUT;
    }
    if (problem instanceof ArchiveException) {
      return ExitCode.BAD_INPUT;
    }
    return problem instanceof EngineException failed ? failed.exitCode() : ExitCode.FAILED;
  }
}
