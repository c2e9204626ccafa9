package io.meshgauge.cli;

import io.meshgauge.cli.Engine.Written;
import io.meshgauge.cli.language.LanguageOptions;
import io.meshgauge.cli.terminal.LiveProgress;
import io.meshgauge.cli.terminal.PlainProgress;
import io.meshgauge.cli.terminal.Terminal;
import io.meshgauge.cli.trend.GateOptions;
import io.meshgauge.config.ExperimentFile;
import io.meshgauge.experiment.Session;
import io.meshgauge.report.gate.GateReport;
import io.meshgauge.run.session.Progress;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.StoppedException;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Common steps of {@code run}, {@code compare} and {@code report}: run, report, gate. */
final class Execution {
  /** How much of a report the console shows. */
  static final class ConsoleOptions {
    @Option(
        names = "--full",
        description = "Print the whole report, as report.txt has it, instead of its conclusions.")
    private boolean full;
  }

  private final CliContext context;
  private final LiveOptions live;
  private final GateOptions gate;
  private final ConsoleOptions console;
  private final Language language;
  private final List<Path> unsummarised = new ArrayList<>();
  private boolean confirming;

  /** Refuses an unknown language, before anything is measured. */
  Execution(
      CliContext context,
      LiveOptions live,
      GateOptions gate,
      ConsoleOptions console,
      LanguageOptions language) {
    this.context = context;
    this.live = live;
    this.gate = gate;
    this.console = console;
    this.language = language.chosen();
  }

  /** Runs an experiment and reports it. */
  ExitCode run(ExperimentFile file, String command) {
    gate.requireAccepted(context.home(), file.experiment());
    confirming = true;
    try {
      Written first =
          reported(() -> execute(Machine.real().fit(file), command), folder -> file.scoring());
      return exitCode(regressed(first) ? confirmed(file, command, first) : first.green());
    } finally {
      // Not before a regression is confirmed: a pull request has one verdict.
      unsummarised.forEach(gate::summarise);
    }
  }

  /** Whether regressions, and nothing else, close the gate. */
  private static boolean regressed(Written session) {
    return !session.green()
        && session.criteria().stream()
            .filter(it -> !it.passed())
            .allMatch(it -> it.name().startsWith(GateReport.CRITERION));
  }

  /**
   * Runs the experiment again, in another order and with other arrivals, and reports both sessions:
   * one alone finds a regression by chance in one case of twenty.
   *
   * @return whether the gate is open: no regression was found twice, and all else is met
   */
  private boolean confirmed(ExperimentFile file, String command, Written first) {
    context
        .err()
        .printf(
            "%nregression: %s. One session alone can find it by chance: a confirmation session runs now, as long as the first; the gate is closed only if it finds it again.%n",
            String.join("; ", failed(first)).replace("\n", ", "));
    ExperimentFile again =
        new ExperimentFile(
            file.experiment().seeded(file.experiment().seed() + 1), file.scoring(), file.notes());
    Written second =
        reported(() -> execute(Machine.real().fit(again), command), folder -> file.scoring());
    Set<String> both = failed(second);
    both.retainAll(failed(first));
    boolean elsewhere = !second.green() && !regressed(second);
    gate.confirmedBy(both);
    for (Written one : List.of(first, second)) {
      Path folder = Objects.requireNonNull(one.page().getParent());
      Session session = context.engine().read(folder);
      context.engine().report(session, file.scoring(), folder, gate);
    }
    context
        .err()
        .println(
            both.isEmpty()
                ? "The confirmation session did not find it again; both reports say so."
                : "The confirmation session found it again: %s."
                    .formatted(String.join("; ", both).replace("\n", ", ")));
    return both.isEmpty() && !elsewhere;
  }

  private static Set<String> failed(Written session) {
    return session.criteria().stream()
        .filter(it -> !it.passed())
        .map(GateOptions::key)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Runs an experiment and returns the folder of its archive. */
  Path execute(ExperimentFile file, String command) {
    context.engine().refuseManifests(file.experiment());
    Progress progress = progress();
    file.notes().forEach(progress::note);
    return live.during(
        progress,
        context.engine().meshes(),
        reporter -> context.engine().run(file.experiment(), file.scoring(), command, reporter));
  }

  /** Resumes a session whose harness died, and reports it. */
  ExitCode resume(Path folder) {
    Supplier<Path> resumed =
        () ->
            live.during(
                progress(),
                context.engine().meshes(),
                reporter -> {
                  context.engine().resume(folder, reporter);
                  return folder;
                });
    return exitCode(reported(resumed, context.engine()::rules).green());
  }

  /** Reports a session, also one that its stop rule ended. */
  private Written reported(Supplier<Path> session, Function<Path, ScoringRules> rules) {
    try {
      Path folder = session.get();
      return report(folder, rules.apply(folder));
    } catch (EngineException e) {
      if (e.getCause() instanceof RunException ended) {
        ended.folder().ifPresent(folder -> reportEnded(ended, folder, rules));
      }
      throw e;
    }
  }

  /**
   * Reports what a session had measured before it ended. Where no run was finished the files are
   * written for a pipeline, and the console shows only why the session ended.
   */
  private void reportEnded(RunException ended, Path folder, Function<Path, ScoringRules> rules) {
    try {
      Session session = context.engine().read(folder);
      if (ended instanceof StoppedException || !session.runs().isEmpty()) {
        report(session, folder, rules.apply(folder));
      } else {
        Messages.use(language);
        context.engine().report(session, rules.apply(folder), folder, gate);
      }
    } catch (RuntimeException e) {
      ended.addSuppressed(e);
    }
  }

  private Progress progress() {
    Terminal terminal = context.terminal();
    return terminal.live()
        ? new LiveProgress(context.err(), terminal, InstantSource.system())
        : new PlainProgress(context.err(), InstantSource.system());
  }

  /** Reads a session and reports it under the given rules. */
  Written report(Path folder, ScoringRules rules) {
    return report(context.engine().read(folder), folder, rules);
  }

  /**
   * Reports a session under the given rules; files are written to its folder. Only from here on the
   * language is the chosen one: what a run archives and shows is English.
   */
  Written report(Session session, Path folder, ScoringRules rules) {
    Messages.use(language);
    Written written = context.engine().report(session, rules, folder, gate);
    String text = console.full ? written.full() : written.brief();
    context.out().println(context.terminal().shown(text.stripTrailing()));
    context.out().println();
    context.out().println("report: " + written.page());
    // The evidence of a proof stands above, promise by promise.
    Set<String> named = new HashSet<>();
    boolean proof = session.experiment().isProof();
    written.criteria().stream()
        .filter(criterion -> !criterion.passed())
        .filter(it -> named.add(it.variant() + it.plan()) || !proof)
        .forEach(
            it ->
                context
                    .err()
                    .printf("not met: %s × %s: %s%n", it.variant(), it.plan(), it.words()));
    gate.unsent().forEach(problem -> context.err().println("meshgauge: " + problem));
    if (confirming) {
      unsummarised.add(folder);
    } else {
      gate.summarise(folder);
    }
    return written;
  }

  /**
   * Exit code of a command that wrote reports.
   *
   * @param green whether every criterion of all of them is met
   */
  ExitCode exitCode(boolean green) {
    gate.refusals().forEach(refusal -> context.err().println(refusal));
    return !green ? ExitCode.GATE : gate.refusals().isEmpty() ? ExitCode.OK : ExitCode.NOT_COMPARED;
  }
}
