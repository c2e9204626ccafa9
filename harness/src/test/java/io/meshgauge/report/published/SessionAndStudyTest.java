package io.meshgauge.report.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.config.UsageProfileFile;
import io.meshgauge.config.study.StudyFile;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.SampleRules;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.html.HtmlFormat;
import io.meshgauge.report.json.JsonFormat;
import io.meshgauge.report.markdown.MarkdownFormat;
import io.meshgauge.report.published.SessionAndStudy.Condition;
import io.meshgauge.report.published.SessionAndStudy.Row;
import io.meshgauge.stats.Interval;
import io.meshgauge.study.ClaimedRange.Agreement;
import io.meshgauge.study.PublishedStudies;
import io.meshgauge.study.StudyContrast.Basis;
import io.meshgauge.text.EnglishAfterwards;
import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A made-up session next to the studies of the project. */
@ExtendWith(EnglishAfterwards.class)
class SessionAndStudyTest {
  private static SessionAndStudy with(String sample, String study) {
    return SessionAndStudy.all(SampleReports.report(sample)).stream()
        .filter(it -> it.study().name().equals(study))
        .findFirst()
        .orElseThrow();
  }

  private static Row row(SessionAndStudy found, String arm, String reference, Metric metric) {
    return found.rows().stream()
        .filter(it -> it.pair().arm().name().equals(arm))
        .filter(it -> it.pair().reference().name().equals(reference))
        .filter(it -> it.ours().metric() == metric)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void ratiosToTheBaselineAreThoseOfTheNearestRate() {
    // The session runs at 120 req/s: nearer to 50 than to 450 on the scale of ratios.
    Row row =
        row(
            with("four-way", "shulyak-savenko-2021"),
            "istio-mtls",
            "baseline",
            Metric.RESPONSE_P99);

    assertThat(row.group().name()).isEqualTo("50");
    assertThat(row.theirs().basis()).isEqualTo(Basis.REPLICATES);
    assertThat(row.theirs().ratio()).hasValueCloseTo(16.5, within(0.1));
    assertThat(row.here()).matches("(\\? |= )?\\d+\\.\\d\\d \\[.+\\]");
  }

  @Test
  void pairsOfMeshesNeedNoBaselineOfTheStudy() {
    SessionAndStudy found = with("four-way", "glavchev-2026-sidecar");

    assertThat(row(found, "istio-mtls", "envoy", Metric.RESPONSE_P99).theirs().ratio())
        .hasValueCloseTo(220.0 / 120, within(1e-12));
    Row overhead = row(found, "envoy", "baseline", Metric.CPU_SYSTEM);
    assertThat(overhead.theirs().ratio()).hasValueCloseTo(1.12, within(1e-12));
    assertThat(overhead.there()).isEqualTo("1.12 †");
    assertThat(found.rows())
        .noneMatch(
            it ->
                it.pair().reference().name().equals("baseline")
                    && it.ours().metric() == Metric.RESPONSE_P99);
  }

  @Test
  void streamsMeetStreams() {
    SessionAndStudy found = with("stream", "irj-2025-istio-isolation");

    assertThat(found.rows())
        .extracting(it -> it.ours().metric(), Row::there)
        .containsExactly(
            tuple(Metric.TCP_THROUGHPUT, "0.51 [0.49 0.53]"),
            tuple(Metric.STREAM_RETRANSMITS, "0.0046"),
            tuple(Metric.STREAM_LOSS, "0.0046"));
  }

  @Test
  void conditionsAreThoseOfBoth() {
    assertThat(with("four-way", "shulyak-savenko-2021").conditions())
        .extracting(Condition::name)
        .contains("cluster", "load", "load generator", "duration", "versions");
    assertThat(with("four-way", "glavchev-2026-sidecar").conditions())
        .filteredOn(it -> it.name().equals("load generator"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.session()).isEqualTo("JMeter, open loop");
              assertThat(it.study()).isEqualTo("wrk2, open loop");
            });
  }

  @Test
  void titlesOfConditionsFollowTheLanguageAndNamesDoNot() {
    Messages.use(Language.UKRAINIAN);

    assertThat(with("four-way", "shulyak-savenko-2021").conditions())
        .extracting(Condition::name, Condition::title)
        .containsExactly(
            tuple("cluster", "кластер"),
            tuple("load", "навантаження"),
            tuple("load generator", "генератор навантаження"),
            tuple("duration", "тривалість"),
            tuple("versions", "версії"));
  }

  @Test
  void variantsWithAPolicyAreNotThoseOfAStudy() {
    assertThat(with("policies", "shulyak-savenko-2021").rows())
        .extracting(it -> it.pair().arm().name())
        .contains("istio-mtls")
        .doesNotContain("rbac", "traced");
  }

  private static List<ClaimRow> claims(Session session, String study) {
    return SessionAndStudy.all(report(session)).stream()
        .filter(it -> it.study().name().equals(study))
        .flatMap(it -> it.claims().stream())
        .toList();
  }

  private static Report report(Session session) {
    return Report.of(
        session, SampleRules.rules(), StudyFile.all(Path.of("..")), UsageProfileFile.shipped());
  }

  private static ClaimRow claim(List<ClaimRow> claims, String words) {
    return claims.stream()
        .filter(it -> it.statement().words().startsWith(words))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void claimsMeetTheArmsTheyAreAbout() {
    List<ClaimRow> claims = claims(SampleSessions.claimed(), "glavchev-2026-sidecar");

    assertThat(claims)
        .extracting(it -> it.arm().name(), it -> it.reference().name(), it -> it.ours().metric())
        .containsExactly(
            tuple("istio-mtls", "istio-plaintext", Metric.RESPONSE_P50),
            tuple("istio-mtls", "istio-plaintext", Metric.RESPONSE_P95),
            tuple("istio-mtls", "istio-plaintext", Metric.RESPONSE_P99),
            tuple("istio-mtls", "baseline", Metric.RESPONSE_P50),
            tuple("attributes", "istio-mtls", Metric.RESPONSE_P95),
            tuple("attributes", "istio-mtls", Metric.CPU_SYSTEM),
            tuple("traced", "istio-mtls", Metric.THROUGHPUT));
  }

  @Test
  void aPairInTheOtherDirectionIsTurned() {
    // The session has istio-plaintext after istio-mtls, so it compares it with that.
    ClaimRow row = claim(claims(SampleSessions.claimed(), "glavchev-2026-sidecar"), "mTLS");
    Interval ours = row.ours().difference().relativeInterval().orElseThrow();

    assertThat(row.pair().arm().name()).isEqualTo("istio-plaintext");
    assertThat(row.interval().orElseThrow().low()).isCloseTo(1 / (1 + ours.high()), within(1e-12));
    assertThat(row.interval().orElseThrow().high()).isCloseTo(1 / (1 + ours.low()), within(1e-12));
    assertThat(row.interval().orElseThrow().contains(row.ratio().orElseThrow())).isTrue();
    ClaimRow straight = claim(claims(SampleSessions.fourWay(), "glavchev-2026-sidecar"), "mTLS");
    assertThat(straight.pair().arm().name()).isEqualTo("istio-mtls");
    assertThat(straight.interval().orElseThrow().low())
        .isEqualTo(1 + straight.ours().difference().relativeInterval().orElseThrow().low());
  }

  @Test
  void theIntervalOfTheSessionDecidesAboutAClaim() {
    List<ClaimRow> claims = claims(SampleSessions.fourWay(), "glavchev-2026-sidecar");

    ClaimRow crosses = claim(claims, "constant encryption");
    assertThat(crosses.interval().orElseThrow().low()).isLessThan(1.05);
    assertThat(crosses.interval().orElseThrow().high()).isBetween(1.05, 1.20);
    assertThat(crosses.agreement()).isEqualTo(Agreement.UNDECIDED);
    ClaimRow below = claim(claims, "mTLS multiplies p95");
    assertThat(below.interval().orElseThrow().high()).isLessThan(1.3);
    assertThat(below.agreement()).isEqualTo(Agreement.OUTSIDE);
    ClaimRow inside = claim(claims, "MeshInsight");
    assertThat(inside.interval().orElseThrow().high()).isLessThan(2.7);
    assertThat(inside.agreement()).isEqualTo(Agreement.WITHIN);
    assertThat(claims(SampleSessions.singleReplicate(), "glavchev-2026-sidecar"))
        .isNotEmpty()
        .allMatch(it -> it.interval().isEmpty() && it.agreement() == Agreement.UNDECIDED);
  }

  @Test
  void aClaimOfSeveralLoadsIsNamedOnceForAMetric() {
    assertThat(claims(SampleSessions.fourWay(), "glavchev-2025-tools"))
        .extracting(it -> it.ours().metric())
        .containsExactly(Metric.RESPONSE_P95, Metric.RESPONSE_P99);
  }

  @Test
  void theJsonOfAReportHasTheClaimsOfAStudyThatHasAny() throws IOException {
    StringBuilder json = new StringBuilder();
    new JsonFormat().write(report(SampleSessions.fourWay()), json);
    JsonNode published = JsonMapper.shared().readTree(json.toString()).get("published");

    assertThat(published)
        .filteredOn(it -> it.get("study").asString().equals("glavchev-2026-sidecar"))
        .singleElement()
        .satisfies(
            it -> {
              JsonNode claim = it.get("claims").get(1);
              assertThat(claim.get("variant").asString()).isEqualTo("istio-mtls");
              assertThat(claim.get("against").asString()).isEqualTo("istio-plaintext");
              assertThat(claim.get("low").asDouble()).isEqualTo(1.3);
              assertThat(claim.get("high").asDouble()).isEqualTo(2);
              assertThat(claim.get("interval").get(1).asDouble()).isLessThan(1.3);
              assertThat(claim.get("agreement").asString()).isEqualToIgnoringCase("outside");
            });
    assertThat(published)
        .filteredOn(it -> it.get("study").asString().equals("shulyak-savenko-2021"))
        .singleElement()
        .satisfies(it -> assertThat(it.has("claims")).isFalse());
  }

  @Test
  void everyFormatForPeopleHasTheClaims() throws IOException {
    Report report = report(SampleSessions.claimed());
    StringBuilder console = new StringBuilder();
    new ConsoleFormat(false).write(report, console);
    StringBuilder page = new StringBuilder();
    new HtmlFormat().write(report, page);
    StringBuilder markdown = new StringBuilder();
    new MarkdownFormat().write(report, markdown);

    assertThat(console)
        .contains("Claims of the study next to the measured ratio")
        .containsPattern(
            "istio-mtls \\(model\\) / istio-plaintext  Response time p95 +1.3 to 2 .+ outside");
    assertThat(console.toString().lines()).allMatch(it -> it.length() <= 120);
    assertThat(page).contains("mTLS multiplies p95 by 1.3 to 2", "not decided");
    assertThat(markdown)
        .contains("### Claims of the study next to the measured ratio, glavchev-2026-sidecar")
        .containsPattern("\\| ABAC adds 5 to 15 % to p95 \\|");
  }

  @Test
  void consoleAndPageHaveTheSection() throws IOException {
    StringBuilder console = new StringBuilder();
    new ConsoleFormat(false).write(SampleReports.report("four-way"), console);
    StringBuilder page = new StringBuilder();
    new HtmlFormat().write(SampleReports.report("four-way"), page);

    assertThat(console)
        .contains(
            "Published studies of the same meshes, as ratios",
            "shulyak-savenko-2021",
            "50 req/s",
            "* by printed half-widths");
    assertThat(console.toString().lines()).allMatch(it -> it.length() <= 120);
    assertThat(page).contains("id=\"published\"", "What differs in the conditions");
  }

  @Test
  void aStudyThatCannotBeReadIsNamedAndFailsNothing() throws IOException {
    PublishedStudies unread =
        new PublishedStudies(List.of(), List.of("Study own is left out, its files have problems."));
    Report report =
        Report.of(SampleSessions.singleReplicate(), SampleRules.rules(), unread, List.of());
    StringBuilder console = new StringBuilder();
    new ConsoleFormat(false).write(report, console);
    StringBuilder page = new StringBuilder();
    new HtmlFormat().write(report, page);

    assertThat(console).contains("Study own is left out");
    assertThat(page).contains("Study own is left out");
  }

  @Test
  void withoutStudiesThereIsNoSection() throws IOException {
    Report report = Report.of(SampleSessions.singleReplicate(), SampleRules.rules());
    StringBuilder console = new StringBuilder();
    new ConsoleFormat(false).write(report, console);

    assertThat(console).doesNotContain("Published studies");
  }
}
