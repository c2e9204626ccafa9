package io.meshgauge.cli.advise;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.cli.language.LanguageOptions;
import io.meshgauge.config.UsageProfileFile;
import io.meshgauge.report.Report;
import io.meshgauge.report.advice.Advice;
import io.meshgauge.report.console.AdviceText;
import io.meshgauge.report.json.AdviceJson;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.UsageProfile;
import io.meshgauge.study.PublishedStudies;
import io.meshgauge.text.Messages;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code advise}: which arm of a finished session suits a kind of use, and why. */
@Command(
    name = "advise",
    description =
        "Advise kinds of use by what a finished session proved and measured, with reasons and with"
            + " what would change the advice; from its archive, offline.")
public final class AdviseVerb implements Callable<Integer> {
  private final PrintStream out;

  @Parameters(paramLabel = "DIR", description = "The folder of a session in reports/runs.")
  private @Nullable Path folder;

  @Option(
      names = "--profile",
      paramLabel = "NAME|FILE",
      description =
          "A usage profile (latency-critical, edge, web, devops, hybrid, regulated), or a file with"
              + " profiles of your own. All of the program unless given.")
  private List<String> wanted = new ArrayList<>();

  @Option(names = "--json", description = "Print JSON, as section advice of report.json.")
  private boolean json;

  @Mixin private LanguageOptions language = new LanguageOptions();

  /**
   * The verb.
   *
   * @param out receives the advice
   */
  public AdviseVerb(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    Messages.use(language.chosen());
    List<UsageProfile> profiles =
        wanted.isEmpty()
            ? UsageProfileFile.shipped()
            : wanted.stream().flatMap(it -> UsageProfileFile.named(it).stream()).toList();
    Report report = report(Objects.requireNonNull(folder), profiles);
    out.print(json ? AdviceJson.text(Advice.all(report)) : AdviceText.of(report));
    return 0;
  }

  private static Report report(Path from, List<UsageProfile> profiles) {
    RunArchive archive = RunArchive.open(from);
    return Report.of(
        archive.read(),
        archive.attachment(ScoringRules.FILE, ScoringRules.class),
        PublishedStudies.NONE,
        profiles);
  }
}
