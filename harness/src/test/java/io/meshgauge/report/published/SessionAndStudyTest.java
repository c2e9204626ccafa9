package io.meshgauge.report.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.SampleRules;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.html.HtmlFormat;
import io.meshgauge.report.published.SessionAndStudy.Condition;
import io.meshgauge.report.published.SessionAndStudy.Row;
import io.meshgauge.study.PublishedStudies;
import io.meshgauge.study.StudyContrast.Basis;
import io.meshgauge.text.EnglishAfterwards;
import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

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
