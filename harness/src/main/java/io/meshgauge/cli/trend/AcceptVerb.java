package io.meshgauge.cli.trend;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.cli.language.LanguageOptions;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.json.AcceptedJson;
import io.meshgauge.stats.BetweenSessions;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Moments;
import io.meshgauge.text.Messages;
import io.meshgauge.trend.AcceptedSessions;
import io.meshgauge.trend.ArmFigures;
import io.meshgauge.trend.SessionFigures;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code accept}: records sessions as the reference of {@code --fail-on regression}. */
@Command(
    name = "accept",
    description =
        "Record sessions of one environment and load as the reference of \"--fail-on regression\","
            + " in accepted/NAME.json, to be committed. From three sessions on it says how much"
            + " equal sessions differ.")
public final class AcceptVerb implements Callable<Integer> {
  private final Path home;
  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "DIR", description = "Folders in reports/runs.")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = "--as",
      paramLabel = "NAME",
      description =
          "Name of the reference, or the path of a .json file. Default: name of the experiment.")
  private @Nullable String name;

  @Option(names = "--add", description = "Keep the sessions that were accepted before, 20 in all.")
  private boolean add;

  @Mixin private LanguageOptions language = new LanguageOptions();

  /**
   * The verb.
   *
   * @param home the project's top folder, which has the folder {@code accepted}
   * @param out receives what was accepted
   */
  public AcceptVerb(Path home, PrintStream out) {
    this.home = home;
    this.out = out;
  }

  @Override
  public Integer call() {
    Archives archives = new Archives(Objects.requireNonNull(spec));
    folders = folders.stream().map(RunArchive::folderOf).toList();
    List<SessionFigures> read = folders.stream().map(archives::read).toList();
    String as =
        Optional.ofNullable(name)
            .orElseGet(() -> RunArchive.open(folders.get(0)).read().experiment().name());
    if (!as.matches("[\\w.-]{1,80}|.*\\.json")) {
      throw archives.refused(
          "--as is \"%s\"; expected a name of letters, digits, '.', '_' and '-', or the path of a .json file"
              .formatted(as));
    }
    Path file = AcceptedFile.of(home, as);
    String label = String.valueOf(file.getFileName()).replaceFirst("\\.json$", "");
    boolean keep = add && Files.exists(file);
    AcceptedSessions accepted =
        new AcceptedSessions(label, keep ? AcceptedFile.read(file).sessions() : List.of())
            .and(read);
    archives.requireAlike(accepted.sessions());
    Messages.use(language.chosen());
    List<String> lines = arms(accepted);
    if (lines.isEmpty()) {
      throw archives.refused(
          "no arm has %d blocks of valid runs together with a baseline; expected a session that compares arms with a baseline, %d replicates or more"
              .formatted(Difference.BLOCKS, Difference.BLOCKS));
    }
    Archives.write(file, AcceptedJson.text(accepted));
    out.printf("%s: %s%n", file, ReportText.count(accepted.sessions().size(), "accepted session"));
    accepted
        .sessions()
        .forEach(it -> out.printf("  %s  %s…%n", it.session(), it.archive().substring(0, 12)));
    lines.forEach(out::println);
    if (accepted.sessions().size() < BetweenSessions.MINIMUM_SESSIONS) {
      out.println(
          "! "
              + Messages.get(
                  "gate.few-accepted",
                  ReportText.count(accepted.sessions().size(), "session"),
                  BetweenSessions.MINIMUM_SESSIONS));
    }
    return 0;
  }

  /** A line for each arm that a later session can be compared with. */
  private static List<String> arms(AcceptedSessions accepted) {
    List<String> lines = new ArrayList<>();
    for (ArmFigures arm : accepted.latest().arms()) {
      List<String> ratios = new ArrayList<>();
      for (Metric metric : SessionFigures.METRICS) {
        List<Moments> blocks = accepted.ratios(arm, metric);
        if (!blocks.isEmpty()) {
          double mean = blocks.stream().mapToDouble(Moments::mean).average().orElseThrow();
          String spread =
              blocks.size() < BetweenSessions.MINIMUM_SESSIONS
                  ? ""
                  : " "
                      + Messages.get(
                          "gate.accepted-deviation",
                          Amounts.fixed(100 * BetweenSessions.of(blocks).deviation(), 1));
          ratios.add(
              "%s × %s%s".formatted(metric.brief(), Amounts.fixed(Math.exp(mean), 3), spread));
        }
      }
      if (!ratios.isEmpty()) {
        lines.add(
            "  "
                + Messages.get(
                    "gate.accepted-arm", arm.label(), arm.plan(), String.join(" · ", ratios)));
      }
    }
    return lines;
  }
}
