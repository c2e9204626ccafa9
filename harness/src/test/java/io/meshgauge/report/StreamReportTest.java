package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.measure.Metric;
import io.meshgauge.report.arm.MachineShare;
import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.html.HtmlFormat;
import io.meshgauge.report.json.JsonFormat;
import io.meshgauge.report.junit.JUnitFormat;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reports of a plan without requests, in every format. */
class StreamReportTest {
  private static final Report STREAM = SampleReports.report("stream");
  private static final Report BOTH = SampleReports.report("requests-and-stream");

  @Test
  void objectivesOfRequestsAreNoCriteriaOfAStreamAndBreakNothing() {
    assertThat(STREAM.criteria())
        .extracting(CriterionResult::name)
        .containsOnly("valid runs", "evidence");
    assertThat(BOTH.criteria().stream().filter(it -> it.name().startsWith("slo")))
        .extracting(CriterionResult::plan)
        .containsOnly("steady");
  }

  @Test
  void whatIsNotJudgedIsSaidOnceAndNotAsAFailure() {
    assertThat(STREAM.unjudged(STREAM.plans().get(0)))
        .containsExactly(
            "Objectives that plan tcp is not held to, since it sends no requests: response_p99 and"
                + " error_ratio.",
            "No variant has a score: the score is made of response_p99, response_p50, throughput"
                + " and cpu_system, which plan tcp cannot have.");
    assertThat(BOTH.unjudged(BOTH.plans().get(0))).isEmpty();
    assertThat(STREAM.warnings())
        .noneMatch(it -> it.text().contains("noise floor of the score"))
        .noneMatch(it -> it.subject().equals("saturation"));
    assertThat(MachineShare.of(STREAM.session().runs().get(0))).isPresent();
  }

  @Test
  void theVerdictSpeaksOfThroughputAndNotOfAPercentile() {
    assertThat(STREAM.findings())
        .extracting(Finding::headline)
        .anySatisfy(
            words ->
                assertThat(words)
                    .startsWith("istio-mtls (model) carries 1")
                    .contains("Gbit/s less than the baseline", "plan tcp with 1 stream"))
        .noneMatch(words -> words.contains("p99"));
  }

  @Test
  void throughputAndRetransmitsAreComparedWithIntervalAndNoiseFloor() {
    PlanReport plan = STREAM.plans().get(0);

    assertThat(plan.noiseFloors())
        .containsKeys(Metric.TCP_THROUGHPUT, Metric.STREAM_RETRANSMITS, Metric.STREAM_CPU_PATH)
        .doesNotContainKeys(Metric.RESPONSE_P99, Metric.CPU_SYSTEM);
    assertThat(plan.contrast("istio-mtls").orElseThrow().on(Metric.TCP_THROUGHPUT))
        .hasValueSatisfying(
            found -> {
              assertThat(found.worse()).isTrue();
              assertThat(found.difference().interval().orElseThrow().high()).isNegative();
            });
  }

  @Test
  void theConsoleHasTheStreamsOwnColumnsAndNoScore() throws IOException {
    String text = write(new ConsoleFormat(false), STREAM);

    assertThat(text)
        .contains("Gbit/s", "resent/GiB", "loss %", "proxies MiB", "CPU-s/GiB · MiB", "1 void")
        .contains("Plan tcp with 1 stream")
        .doesNotContain("p50 ms", "unscored", "ranks first", "CPU-s/1000");
  }

  @Test
  void thePageHasNoSectionOfLatencyAndNoEmptyTable() throws IOException {
    String page = write(new HtmlFormat(), STREAM);

    assertThat(page)
        .contains("data-chart=\"throughput\"", "TCP, Gbit/s", "CPU-s per GiB received")
        .doesNotContain("data-chart=\"percentiles\"", "id=\"hops-0\"", "Nothing was measured")
        .doesNotContain("Offered / sent / completed", "<strong>Load.</strong> Open loop", " 0 ms");
    assertThat(Pattern.compile("<tbody>\\s*</tbody>").matcher(page).find()).isFalse();
  }

  @Test
  void aPageOfBothKindsHasBothTheirSections() throws IOException {
    assertThat(write(new HtmlFormat(), BOTH))
        .contains("id=\"latency-0\"", "id=\"time-1\"", "Offered / sent / completed", "TCP, Gbit/s")
        .doesNotContain("id=\"latency-1\"", "id=\"hops-1\"");
  }

  @Test
  void theJsonHoldsTheStreamOfEveryRunAndNoLoad() throws IOException {
    JsonNode root = JsonMapper.shared().readTree(write(new JsonFormat(), STREAM));

    assertThat(root.at("/plans/0/kind").asString()).isEqualTo("stream");
    assertThat(root.at("/plans/0/unjudged")).hasSize(2);
    for (JsonNode run : root.get("runs")) {
      assertThat(run.has("load")).isFalse();
      assertThat(run.at("/stream/bitsPerSecond").doubleValue()).isPositive();
    }
  }

  @Test
  void aBuildServerGetsGreenTestCases() throws IOException {
    String xml = write(new JUnitFormat(), BOTH);

    assertThat(xml).contains("compare.tcp.istio-mtls (model)").doesNotContain("<failure");
  }

  @Test
  void anArmOfAStreamIsUnscoredForTheReasonThatItHasNoSuchMetrics() {
    assertThat(STREAM.plans().get(0).card().rows())
        .extracting(row -> row.unscoredBecause().orElse("scored"))
        .allMatch(why -> why.contains("which plan tcp cannot have"));
    assertThat(List.of(STREAM.plans().get(0).scored(), BOTH.plans().get(0).scored()))
        .containsExactly(false, true);
  }

  private static String write(ReportFormat format, Report report) throws IOException {
    StringBuilder text = new StringBuilder();
    format.write(report, text);
    return text.toString();
  }
}
