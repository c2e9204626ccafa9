package io.meshgauge.cli;

import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.yaml.InvalidInputException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** The command {@code meshgauge}: its verbs, its errors in words, its exit codes. */
@Command(
    name = "meshgauge",
    description = "Measures what a service mesh costs, and proves that what it promises is on.",
    synopsisSubcommandLabel = "VERB")
public final class Meshgauge {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Say what a command does, and end.")
  private boolean help;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show stack traces with errors.")
  private boolean verbose;

  private Meshgauge() {}

  /** Carries out the command line of this process, and ends it with the exit code. */
  public static void main(String[] arguments) {
    // Numbers go into files, URLs and protocols: a comma would be none.
    Locale.setDefault(Locale.ROOT);
    ProjectLayout home = ProjectLayout.find();
    System.exit(execute(CliContext.ofProcess(home.root(), new Engine(home)), arguments));
  }

  /**
   * Carries out one command line.
   *
   * @return the exit code
   */
  public static int execute(CliContext desk, String... arguments) {
    Meshgauge top = new Meshgauge();
    CommandLine line = new CommandLine(top);
    List.of(
            new RunVerb(desk),
            new CompareVerb(desk),
            new ReportVerb(desk),
            new ListVerb(desk),
            new DescribeVerb(desk),
            new DoctorVerb(desk),
            new DownVerb(desk))
        .forEach(line::addSubcommand);
    line.setOut(new PrintWriter(desk.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(desk.err(), true, StandardCharsets.UTF_8));
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setUsageHelpWidth(100);
    line.setExecutionExceptionHandler((e, command, parsed) -> top.tell(e, desk));
    line.setExecutionStrategy(parsed -> top.carryOut(parsed));
    explainExitCodes(line);
    return line.execute(arguments);
  }

  /** A command line without a verb is answered with help, and counts as a mistake. */
  private int carryOut(ParseResult parsed) {
    boolean asked = help || parsed.isUsageHelpRequested();
    if (!parsed.hasSubcommand() && !asked) {
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

  private int tell(Exception problem, CliContext desk) {
    ExitCode code = codeOf(problem);
    @Nullable String words = problem.getMessage();
    desk.err().println("meshgauge: " + (words == null ? problem.toString() : words));
    if (verbose) {
      problem.printStackTrace(desk.err());
    } else if (code == ExitCode.FAILED) {
      desk.err().println("    --verbose shows where it happened");
    }
    return code.code();
  }

  private static ExitCode codeOf(Exception problem) {
    if (problem instanceof InvalidInputException refused) {
      return refused.onlyMissing() ? ExitCode.CANNOT_RUN_HERE : ExitCode.BAD_INPUT;
    }
    return problem instanceof EngineException failed ? failed.exitCode() : ExitCode.FAILED;
  }
}
