package io.meshgauge.cli.study;

import io.meshgauge.cli.language.LanguageOptions;
import io.meshgauge.config.study.StudyFile;
import io.meshgauge.report.console.StudyText;
import io.meshgauge.report.json.StudyJsonFormat;
import io.meshgauge.study.PublishedStudies;
import io.meshgauge.study.StudyAnalysis;
import io.meshgauge.text.Messages;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code study}: analyses a published study from its printed figures, offline. */
@Command(
    name = "study",
    description =
        "Analyse a published study from its printed figures: tests, intervals and scores, and which"
            + " figures follow from the others.")
public final class StudyVerb implements Callable<Integer> {
  private final Path home;
  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "A study in reports/published, or the path of a study's file.")
  private @Nullable String name;

  @Option(names = "--list", description = "List the studies and what they hold.")
  private boolean list;

  @Option(
      names = "--json",
      description = "Print JSON: a study as reports/study.schema.json describes it, or the list.")
  private boolean json;

  @Mixin private LanguageOptions language = new LanguageOptions();

  /**
   * The verb.
   *
   * @param home the project's top folder
   * @param out receives the analysis
   */
  public StudyVerb(Path home, PrintStream out) {
    this.home = home;
    this.out = out;
  }

  @Override
  public Integer call() {
    Messages.use(language.chosen());
    if (list) {
      PublishedStudies studies = StudyFile.all(home);
      out.print(json ? StudyJsonFormat.list(studies) : StudyText.list(studies));
      return 0;
    }
    String wanted =
        Optional.ofNullable(name)
            .orElseThrow(
                () ->
                    new ParameterException(
                        Objects.requireNonNull(spec).commandLine(),
                        "study needs a name; expected one of %s, or the path of a study's file"
                            .formatted(String.join(", ", StudyFile.names(home)))));
    StudyAnalysis analysis = StudyAnalysis.of(StudyFile.read(home, wanted));
    out.print(json ? StudyJsonFormat.text(analysis) : StudyText.of(analysis));
    return 0;
  }
}
