package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.html.HtmlFormat;
import io.meshgauge.report.markdown.MarkdownFormat;
import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole reports in Ukrainian: no English is left but what the archive says. */
class UkrainianReportTest {
  /** What a reader does not see, and what is marked as English: quoted, a command, or a name. */
  private static final List<Pattern> QUOTED =
      List.of(
          Pattern.compile("(?s)<(script|style|code|pre|title)\\b.*?</\\1>"),
          Pattern.compile("(?s)<(\\w+)[^>]* lang=\"en\"[^>]*>.*?</\\1>"));

  private static final Pattern TAG = Pattern.compile("<[^>]*>");
  private static final Pattern ENGLISH =
      Pattern.compile(
          "\\b(the|of|and|is|are|with|from|each|every|not|was|were|under|against|run|runs|response|time)\\b");

  @BeforeEach
  void ukrainian() {
    Messages.use(Language.UKRAINIAN);
  }

  @AfterEach
  void english() {
    Messages.use(Language.ENGLISH);
  }

  static Stream<String> samples() {
    return SampleReports.names().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void thePageIsUkrainian(String sample) throws IOException {
    String page = written(new HtmlFormat(), sample);
    for (Pattern quoted : QUOTED) {
      page = quoted.matcher(page).replaceAll(" ");
    }

    assertThat(english(TAG.matcher(page).replaceAll("\n"))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void theConsoleAndTheSummaryAreUkrainian(String sample) throws IOException {
    assertThat(english(written(new ConsoleFormat(false), sample))).isEmpty();
    assertThat(english(written(new MarkdownFormat(), sample))).isEmpty();
  }

  private static List<String> english(String text) {
    return text.lines().filter(line -> ENGLISH.matcher(line).find()).map(String::strip).toList();
  }

  private static String written(ReportFormat format, String sample) throws IOException {
    StringBuilder text = new StringBuilder();
    format.write(SampleReports.report(sample), text);
    return text.toString();
  }
}
