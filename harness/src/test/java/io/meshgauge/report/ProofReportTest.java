package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.LabelResult.Mismatch;
import io.meshgauge.report.console.BriefText;
import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.html.HtmlFormat;
import io.meshgauge.report.json.JsonFormat;
import io.meshgauge.report.junit.JUnitFormat;
import io.meshgauge.report.markdown.MarkdownFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The report of a session that proves promises and compares nothing. */
class ProofReportTest {
  private final Report report = SampleReports.report("proof");

  @Test
  void eachPromiseIsACriterionOfItsOwn() {
    assertThat(of("envoy"))
        .extracting(CriterionResult::name)
        .startsWith("valid runs", "evidence")
        .contains("traversal", "plaintext_probe", "denial");
    assertThat(of("envoy")).allMatch(CriterionResult::passed);
    assertThat(of("istio-mtls"))
        .filteredOn(it -> !it.passed())
        .extracting(CriterionResult::name)
        .contains("evidence", "encryption");
    assertThat(report.green()).isFalse();
  }

  @Test
  void consoleSaysWhatWasObservedOfEachArmAndNoLatency() throws IOException {
    assertThat(BriefText.of(report))
        .contains("✓ envoy", "✗ istio-mtls", "encryption")
        .doesNotContain("p99", "baseline");
    assertThat(written(new ConsoleFormat(false))).doesNotContain("p99");
  }

  @Test
  void consoleNamesAnswersThatWereNeverTheExpectedOnes() {
    Mismatch mismatch = new Mismatch("checkout", "200", "201", 600, 600, "{}");
    Session surprised =
        SampleSessions.change(
            SampleProof.of("baseline", "envoy"), run -> true, run -> SampleRun.with(run, mismatch));

    assertThat(BriefText.of(Report.of(surprised, SampleRules.rules())).replaceAll("\\s+", " "))
        .contains("600 with 201 for checkout instead of 200, answered “{}”, every time:")
        .contains("write expect: [201] at checkout")
        .doesNotContain("Warnings about");
  }

  @Test
  void lateRequestsVoidNoRunOfIt() {
    Session late =
        SampleSessions.change(
            SampleProof.of("baseline", "envoy"),
            run -> true,
            run -> SampleRun.lagging(run, 60_000));

    Report proof = Report.of(late, SampleRules.rules());

    assertThat(proof.session().runs()).hasSize(2).allMatch(Run::valid);
    assertThat(proof.green()).isTrue();
    assertThat(proof.warnings()).isEmpty();
  }

  @Test
  void pageIsOfEvidence() throws IOException {
    assertThat(written(new HtmlFormat()))
        .contains("id=\"evidence\"", "id=\"environment\"", "./meshgauge prove envoy istio-mtls")
        .doesNotContain("id=\"latency", "id=\"score", "chart-data");
  }

  @Test
  void filesForProgramsAreComplete() throws IOException {
    assertThat(written(new JsonFormat())).contains("\"encryption\"");
    assertThat(written(new JUnitFormat())).contains("encryption", "<failure");
    assertThat(written(new MarkdownFormat())).contains("istio-mtls").doesNotContain("p99");
  }

  private List<CriterionResult> of(String arm) {
    return report.criteria().stream().filter(it -> it.variant().equals(arm)).toList();
  }

  private String written(ReportFormat format) throws IOException {
    StringWriter out = new StringWriter();
    format.write(report, out);
    return out.toString();
  }
}
