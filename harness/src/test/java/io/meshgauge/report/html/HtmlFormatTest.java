package io.meshgauge.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Variant;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.SampleRules;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.score.Prices;
import io.meshgauge.score.ScoringRules;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HtmlFormatTest {
  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\" id=\"chart-data\">(.*?)</script>");
  private static final Pattern SECTION = Pattern.compile("<section.*?</section>", Pattern.DOTALL);
  private static final Pattern TARGET = Pattern.compile("href=\"#([^\"]*)\"");

  static Stream<String> samples() {
    // The page of a proof has neither charts nor data.
    return SampleReports.names().stream().filter(it -> !it.equals("proof"));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void thePageNeedsNoOtherFile(String sample) throws IOException {
    assertThat(write(sample))
        .doesNotContainPattern("<(script|img|iframe)[^>]* src=")
        .doesNotContainPattern("<link[^>]* href=\"(?!data:)")
        .doesNotContain("@import", "url(");
  }

  @Test
  void fourArmsStandBeforeThePictureAndTheOthersBehindAClick() throws IOException {
    assertThat(armsBeforeAndBehind(8)).containsExactly(4, 4);
    assertThat(armsBeforeAndBehind(5)).as("one more line is shorter").containsExactly(5, 0);
  }

  private static List<Integer> armsBeforeAndBehind(int arms) throws IOException {
    StringBuilder page = new StringBuilder();
    Variant[] further =
        IntStream.range(1, arms)
            .mapToObj(n -> Variant.plain("istio-mtls").named("mtls-" + n))
            .toArray(Variant[]::new);
    new HtmlFormat().write(Report.of(SampleSessions.withArms(further), SampleRules.rules()), page);
    String answer = page.substring(page.indexOf("id=\"answer\""), page.indexOf("<figure"));
    String[] parts = answer.split("<details data-print><summary>What \\d more arms cost", -1);
    return Stream.of(parts[0], parts.length > 1 ? parts[1] : "")
        .map(it -> it.split("class=\"swatch\"", -1).length - 1)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void theInlinedDataIsJsonWithTheValuesOfEveryRun(String sample) throws IOException {
    String page = write(sample);
    MatchResult found = DATA.matcher(page).results().findFirst().orElseThrow();
    JsonNode plans = JsonMapper.shared().readTree(found.group(1)).get("plans");

    assertThat(plans).hasSize(SampleReports.report(sample).plans().size());
    for (JsonNode plan : plans) {
      if (!plan.has("timeline")) {
        assertThat(sample).isEqualTo("soak");
        continue;
      }
      JsonNode timeline = plan.get("timeline");
      int points = 0;
      for (JsonNode run : timeline.get("runs")) {
        assertThat(run).hasSize(6);
        assertThat(run.get(1).asInt()).isBetween(0, timeline.get("arms").size() - 1);
        assertThat(run.get(3).asInt()).isBetween(0, timeline.get("outcomes").size() - 1);
        points += run.get(4).asInt();
      }
      List<String> lines =
          timeline.has("throughput") ? List.of("throughput", "again") : List.of("p99", "completed");
      assertThat(timeline.propertyNames())
          .as("in the same order in every JVM")
          .containsExactly("step", "arms", "outcomes", "runs", "notes", lines.get(0), lines.get(1));
      int expected = points;
      assertThat(lines).allSatisfy(line -> assertThat(timeline.get(line)).hasSize(expected));
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  @Tag("rule-24")
  void everySectionWithChartsNamesWhatTheyWereDrawnFrom(String sample) throws IOException {
    assertThat(SECTION.matcher(write(sample)).results().map(MatchResult::group))
        .isNotEmpty()
        .filteredOn(section -> section.contains("<figure"))
        .allSatisfy(section -> assertThat(section).contains("class=\"src\""));
  }

  @Test
  @Tag("rule-22")
  void everyFormulaIsOnThePageWithItsWeights() throws IOException {
    String page = write("four-way");

    SampleRules.rules()
        .criteria()
        .forEach(
            criterion ->
                assertThat(page).contains(criterion.formula(), criterion.metric().title()));
    SampleRules.rules().weightSets().forEach(set -> assertThat(page).contains(set.name()));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyLinkInsideThePageLeadsSomewhere(String sample) throws IOException {
    String page = write(sample);

    assertThat(TARGET.matcher(page).results().map(found -> found.group(1)))
        .isNotEmpty()
        .allSatisfy(target -> assertThat(page).contains("id=\"" + target + "\""));
  }

  @Test
  void everyTableHasACaption() throws IOException {
    String page = write("troubled");

    assertThat(count(page, "<caption>")).isEqualTo(count(page, "<table>")).isPositive();
  }

  @Test
  void excludedRunsAreInTheChartsOverTimeAndInAListWithTheirReasons() throws IOException {
    String page = write("troubled");

    assertThat(page)
        .contains("\"void\"", "\"unverified\"", "\"failed\"")
        .containsPattern("\"notes\":\\{.*send-lag: ")
        .containsPattern("<li>#\\d+ envoy, block 2 <span class=\"mark bad\">void</span> send-lag: ")
        .contains(
            "<span class=\"mark bad\">failed</span> deploy: order-proxy ended with exit code 1");
    assertThat(write("four-way")).doesNotContain("Runs that do not count");
  }

  @Test
  void theCurvesAreInATableWithTheRangeOfTheRuns() throws IOException {
    assertThat(write("four-way"))
        .containsPattern(
            "Response time by percentile, ms(?s:.*?)<th scope=\"col\" class=\"n\">p50</th>.*p99.9</th>")
        .containsPattern(
            "envoy</th><td class=\"n\">[\\d.]+<span class=\"sub\">[\\d.]+ to [\\d.]+</span>");
    assertThat(write("single-replicate"))
        .containsPattern("baseline</th><td class=\"n\">[\\d.]+<span class=\"sub\">–</span>");
  }

  @Test
  void aProofOpensToTheObservationsOfEveryRun() throws IOException {
    String page = write("troubled");

    assertThat(page)
        .contains("Every run: 3 observations, all alike")
        .containsPattern(
            "✗</span> <strong>runs #\\d+, #\\d+, #\\d+</strong>: expected TLS records; observed plaintext"
                + " HTTP/2 preface <code>trials/\\*-istio-mtls-steady-r\\*/run.json</code>");
  }

  @Test
  void anyTwoArmsCanBeChosenInTheFairnessManifest() throws IOException {
    String page = write("four-way");

    assertThat(page)
        .contains("id=\"fairness-pair\" hidden")
        .containsPattern(
            "<select name=\"fair-with\">.*<option>baseline</option><option>envoy</option>")
        .contains("history.replaceState");
  }

  @Test
  void theWeightsAreAPictureWithItsSharesInWordsAndInATable() throws IOException {
    String page = write("four-way");

    assertThat(page)
        .containsPattern(
            "aria-label=\"Triangle of the weights of latency, CPU and memory: envoy comes first at \\d+ %")
        .containsPattern(
            "aria-label=\"First over all weights of all criteria, among plaintext: envoy")
        .contains("First under which weights, among plaintext</caption>");
    assertThat(count(page, "<polygon")).isGreaterThan(20);
  }

  @Test
  void thePageBeginsWithTheAnswerAndWhatItRestsOn() throws IOException {
    String page = write("four-way");

    assertThat(page)
        .containsSubsequence(
            "envoy: a typical request takes",
            "What does it cost?",
            "Was it on while we measured?",
            "<strong>istio-mtls (model)</strong>: encryption 15/15",
            "Which should we pick, and for what?",
            "What would change it:",
            "How sure are we?",
            "3 blocks of 5 arms each, in random order; runs: 15 valid.",
            "The baseline, measured twice, differs from itself in p99 by",
            "3 of 3 differences from the baseline in p99 are distinguished",
            "What could not be distinguished in p99",
            "id=\"verdict\"");
  }

  @Test
  void everyPercentileIsDrawnAgainstEveryCost() throws IOException {
    String page = write("four-way");

    assertThat(page).contains("data-picture=\"response_p99/cpu_system\" data-first>");
    assertThat(page).contains("data-picture=\"response_p50/memory_system\" hidden>");
    assertThat(count(page, " data-first>")).isEqualTo(1);
  }

  @Test
  void aMillionRequestsHaveAPriceOnlyWhereTheRulesHavePrices() throws IOException {
    assertThat(write("four-way")).doesNotContain("Cost of a million requests");

    Report report = SampleReports.report("four-way");
    ScoringRules rules = report.rules();
    StringBuilder priced = new StringBuilder();
    new HtmlFormat()
        .write(
            Report.of(
                report.session(),
                new ScoringRules(
                    rules.criteria(),
                    rules.weightSets(),
                    rules.efficiency(),
                    Optional.of(new Prices(0.04, 0.005)))),
            priced);

    assertThat(priced)
        .contains("Cost of a million requests", "a core-hour at 0.04 and a GiB-hour at 0.005");
  }

  @Test
  void theLicenceOfTheChartLibraryTravelsWithIt() {
    assertThat(HtmlFormat.resource("vendor/uPlot-LICENSE.txt")).contains("MIT");
  }

  private static long count(String page, String tag) {
    return Pattern.compile(tag, Pattern.LITERAL).matcher(page).results().count();
  }

  private static String write(String sample) throws IOException {
    StringBuilder text = new StringBuilder();
    new HtmlFormat().write(SampleReports.report(sample), text);
    return text.toString();
  }
}
