package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.html.HtmlFormat;
import io.meshgauge.report.json.JsonFormat;
import io.meshgauge.report.markdown.MarkdownFormat;
import io.meshgauge.text.EnglishAfterwards;
import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import io.meshgauge.text.NoBreak;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whole reports in Ukrainian: no English is left but what files and archives say. */
@ExtendWith(EnglishAfterwards.class)
class UkrainianReportTest {
  /** What a reader does not see, and code. */
  private static final Pattern UNREAD =
      Pattern.compile("(?s)<(script|style|code|pre|title)\\b.*?</\\1>");

  private static final Pattern TAG = Pattern.compile("<[^>]*>");
  private static final Pattern ENGLISH =
      Pattern.compile(
          "(?:\\S+ ){0,4}\\b(the|of|and|is|are|with|from|each|every|not|was|were|under|against)\\b(?: \\S+){0,4}");

  @BeforeEach
  void ukrainian() {
    Messages.use(Language.UKRAINIAN);
  }

  static Stream<String> samples() {
    return SampleReports.names().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void reportsAreUkrainian(String sample) throws IOException {
    List<String> quoted = quoted(sample);

    String page = UNREAD.matcher(written(new HtmlFormat(), sample)).replaceAll(" ");
    assertThat(english(TAG.matcher(page).replaceAll(" "), quoted)).as("page").isEmpty();
    assertThat(english(written(new ConsoleFormat(false), sample), quoted)).as("console").isEmpty();
    assertThat(english(written(new MarkdownFormat(), sample), quoted)).as("summary").isEmpty();
  }

  private static List<String> english(String text, List<String> quoted) {
    String rest =
        NoBreak.undone(text).replace("&#39;", "'").replace("&quot;", "\"").replace("&#x3D;", "=");
    rest = rest.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    rest = rest.replaceAll("\\s+", " ");
    for (String words : quoted) {
      rest = rest.replace(words, "…");
    }
    return ENGLISH.matcher(rest).results().map(it -> it.group()).toList();
  }

  /** What is not the report's: of runs, of the experiment and of studies. */
  private static List<String> quoted(String sample) throws IOException {
    Set<String> words = new HashSet<>();
    JsonNode report = JsonMapper.shared().readTree(written(new JsonFormat(), sample));
    for (String part : List.of("experiment", "fairness", "environment", "runs")) {
      collect(report.path(part), words);
    }
    report.path("plans").findValues("events").forEach(it -> collect(it, words));
    SampleReports.STUDIES
        .studies()
        .forEach(it -> collect(JsonMapper.shared().valueToTree(it), words));
    return words.stream()
        .map(it -> VisibleText.of(it).strip().replaceAll("\\s+", " "))
        .filter(it -> it.contains(" "))
        .sorted(Comparator.comparing(String::length).reversed())
        .toList();
  }

  private static void collect(JsonNode node, Set<String> words) {
    if (node.isString()) {
      words.add(node.asString());
      node.asString().lines().forEach(words::add);
      words.addAll(List.of(node.asString().split("; ")));
    }
    node.forEach(it -> collect(it, words));
  }

  private static String written(ReportFormat format, String sample) throws IOException {
    StringBuilder text = new StringBuilder();
    format.write(SampleReports.report(sample), text);
    return text.toString();
  }
}
