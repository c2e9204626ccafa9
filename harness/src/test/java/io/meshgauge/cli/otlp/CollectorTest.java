package io.meshgauge.cli.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.cli.otlp.Receiver.Point;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Interval;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What arrives at a collector, and what is said if nothing does. */
@Timeout(60)
class CollectorTest {
  private static final String SESSION = "20261121-095800-compare";

  private static Optional<String> send(Receiver to, String sample) {
    return collector(to.url(), Duration.ofSeconds(10)).send(SampleReports.report(sample), SESSION);
  }

  private static Collector collector(String url, Duration patience) {
    return new Collector(OtlpOptions.endpoint(url), Map.of(), patience);
  }

  private static Point of(Receiver receiver, String name, String variant) {
    return receiver.points(name).stream()
        .filter(it -> variant.equals(it.attributes().get("meshgauge.variant")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void medianOfEveryArmArrivesInBaseUnits() throws Exception {
    PlanReport plan = SampleReports.report("four-way").plans().get(0);
    try (Receiver receiver = Receiver.accepting()) {
      assertThat(send(receiver, "four-way")).isEmpty();

      Point p99 = of(receiver, "meshgauge.response_time.p99", "istio-mtls");
      assertThat(p99.unit()).isEqualTo("s");
      assertThat(p99.value()).isEqualTo(median(plan, "istio-mtls", Metric.RESPONSE_P99));
      assertThat(p99.attributes())
          .isEqualTo(
              Map.of(
                  "meshgauge.experiment", "compare",
                  "meshgauge.plan", "steady",
                  "meshgauge.variant", "istio-mtls",
                  "meshgauge.mesh", "istio-mtls",
                  "meshgauge.fidelity", "model",
                  "meshgauge.platform", "local",
                  "meshgauge.session.id", SESSION));
      Point cpu = of(receiver, "meshgauge.cpu.system", "envoy");
      assertThat(cpu.unit()).isEqualTo("s/{request}");
      assertThat(cpu.value()).isEqualTo(median(plan, "envoy", Metric.CPU_SYSTEM) / 1000);
      assertThat(of(receiver, "meshgauge.memory.system", "envoy").unit()).isEqualTo("By");
      assertThat(receiver.points("meshgauge.throughput")).hasSize(5);
      assertThat(receiver.resource())
          .containsEntry("service.name", "meshgauge")
          .containsEntry("service.version", "0.1.0");
      assertThat(receiver.header("Content-type")).containsExactly("application/x-protobuf");
    }
  }

  private static double median(PlanReport plan, String arm, Metric metric) {
    return plan.summary(plan.arm(arm).orElseThrow(), metric).orElseThrow().median();
  }

  @Test
  void differencesArriveWithBothEndsOfTheirIntervals() throws Exception {
    Contrast contrast =
        SampleReports.report("four-way").plans().get(0).contrast("envoy").orElseThrow();
    Comparison found = contrast.on(Metric.RESPONSE_P50).orElseThrow();
    Interval interval = found.difference().interval().orElseThrow();
    Interval relative = found.difference().relativeInterval().orElseThrow();
    try (Receiver receiver = Receiver.accepting()) {
      assertThat(send(receiver, "four-way")).isEmpty();

      String name = ".response_time.p50";
      Point difference = of(receiver, "meshgauge.difference" + name, "envoy");
      assertThat(difference.value()).isEqualTo(found.difference().absolute()).isPositive();
      assertThat(difference.unit()).isEqualTo("s");
      assertThat(difference.attributes()).containsEntry("meshgauge.reference", "baseline");
      assertThat(of(receiver, "meshgauge.difference_lower" + name, "envoy").value())
          .isEqualTo(interval.low());
      assertThat(of(receiver, "meshgauge.difference_upper" + name, "envoy").value())
          .isEqualTo(interval.high());
      Point ratio = of(receiver, "meshgauge.relative_difference" + name, "envoy");
      assertThat(ratio.unit()).isEqualTo("1");
      assertThat(ratio.value()).isEqualTo(found.difference().relative().orElseThrow());
      assertThat(of(receiver, "meshgauge.relative_difference_lower" + name, "envoy").value())
          .isEqualTo(relative.low());
      assertThat(of(receiver, "meshgauge.relative_difference_upper" + name, "envoy").value())
          .isEqualTo(relative.high());
    }
  }

  @Test
  void verdictCriteriaRunsAndEvidenceArriveAsCounts() throws Exception {
    Report report = SampleReports.report("troubled");
    try (Receiver receiver = Receiver.accepting()) {
      assertThat(send(receiver, "troubled")).isEmpty();

      assertThat(receiver.points("meshgauge.verdict.green"))
          .singleElement()
          .satisfies(it -> assertThat(it.value()).isZero());
      assertThat(receiver.points("meshgauge.criterion.met")).hasSameSizeAs(report.criteria());
      assertThat(
              receiver.points("meshgauge.criterion.met").stream().mapToDouble(Point::value).sum())
          .isEqualTo(report.criteria().size() - report.broken().size());
      assertThat(receiver.points("meshgauge.evidence"))
          .filteredOn(it -> "disproven".equals(it.attributes().get("meshgauge.evidence.verdict")))
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.value()).as("one hop in three runs").isEqualTo(3);
                assertThat(it.attributes())
                    .containsEntry("meshgauge.evidence.promise", "encryption")
                    .containsEntry("meshgauge.variant", "istio-mtls");
              });
      assertThat(receiver.points("meshgauge.runs"))
          .filteredOn(it -> "void".equals(it.attributes().get("meshgauge.run.outcome")))
          .extracting(Point::value)
          .containsExactlyInAnyOrder(0.0, 1.0, 0.0, 0.0, 0.0);
    }
    try (Receiver receiver = Receiver.accepting()) {
      assertThat(send(receiver, "four-way")).isEmpty();
      assertThat(receiver.points("meshgauge.verdict.green").get(0).value()).isEqualTo(1);
    }
  }

  @Test
  void resultsHaveTheTimeAtWhichTheyWereMeasured() throws Exception {
    Instant end =
        SampleReports.report("four-way").session().runs().stream()
            .map(run -> run.measuredLoad().orElseThrow().window().end())
            .max(Instant::compareTo)
            .orElseThrow();
    try (Receiver receiver = Receiver.accepting()) {
      assertThat(send(receiver, "four-way")).isEmpty();

      assertThat(receiver.points("meshgauge.response_time.p50"))
          .allSatisfy(
              it ->
                  assertThat(it.nanos()).isEqualTo(TimeUnit.SECONDS.toNanos(end.getEpochSecond())));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stream", "capacity", "soak", "nothing-valid", "hostile", "policies"})
  void everyKindOfSessionIsAccepted(String sample) throws Exception {
    try (Receiver receiver = Receiver.accepting()) {
      assertThat(send(receiver, sample)).isEmpty();

      assertThat(receiver.names())
          .contains("meshgauge.verdict.green", "meshgauge.runs")
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void everyMetricHasANameOfItsOwnAndAUnit() {
    assertThat(Arrays.stream(Metric.values()).map(ReportGauges::name))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*"))
        .contains(
            "response_time.p99",
            "denied_time.p50",
            "first_byte.p99",
            "error_ratio",
            "cpu.data_plane",
            "memory.system",
            "tcp.retransmits",
            "stream.cpu.path",
            "stream.loss",
            "capacity",
            "at_50.p99");
    assertThat(Arrays.stream(Metric.values()).map(ReportGauges::unit)).doesNotContain("");
  }

  @Test
  void anErrorOfTheCollectorIsQuoted() throws Exception {
    try (Receiver receiver = Receiver.refusing(401, "no\ttoken \u001b[31m")) {
      assertThat(send(receiver, "single-replicate"))
          .hasValueSatisfying(
              it ->
                  assertThat(it).contains("status 401", "no token").doesNotContain("\u001b", "\t"));
      assertThat(receiver.requests()).as("it would not succeed later").hasSize(1);
    }
  }

  @Test
  void aCollectorThatDoesNotAnswerIsGivenUp() throws Exception {
    try (Receiver receiver = Receiver.silent()) {
      assertThat(
              collector(receiver.url(), Duration.ofMillis(300))
                  .send(SampleReports.report("single-replicate"), SESSION))
          .hasValue("no answer within 300 ms");
    }
  }

  @Test
  void aCollectorThatIsNotThereIsSaidToBe() throws Exception {
    try (ServerSocket bound = new ServerSocket(0)) {
      int port = bound.getLocalPort();
      bound.close();
      assertThat(
              collector("http://127.0.0.1:" + port, Duration.ofMillis(400))
                  .send(SampleReports.report("single-replicate"), SESSION))
          .hasValueSatisfying(
              it ->
                  assertThat(it)
                      .isIn(
                          "127.0.0.1:" + port + " accepts no connection",
                          "no answer within 400 ms"));
    }
  }

  @Test
  void theVariablesOfOpenTelemetryAreUsedIfTheyAreSet() throws Exception {
    Report report = SampleReports.report("single-replicate");
    try (Receiver receiver = Receiver.accepting()) {
      OtlpOptions unset = new OtlpOptions(Map.of());
      unset.send(report, Path.of("runs", SESSION));
      assertThat(receiver.requests()).isEmpty();

      OtlpOptions set =
          new OtlpOptions(
              Map.of(
                  "OTEL_EXPORTER_OTLP_ENDPOINT",
                  receiver.url() + "/",
                  "OTEL_EXPORTER_OTLP_HEADERS",
                  "authorization=Bearer%20a%2Cb, x-team = mesh"));
      set.send(report, Path.of("runs", SESSION));
      assertThat(set.takeProblems()).isEmpty();
      assertThat(receiver.requests()).hasSize(1);
      assertThat(receiver.header("Authorization")).containsExactly("Bearer a,b");
      assertThat(receiver.header("X-team")).containsExactly("mesh");

      OtlpOptions grpc =
          new OtlpOptions(
              Map.of(
                  "OTEL_EXPORTER_OTLP_ENDPOINT",
                  receiver.url(),
                  "OTEL_EXPORTER_OTLP_PROTOCOL",
                  "grpc"));
      grpc.send(report, Path.of("runs", SESSION));
      assertThat(grpc.takeProblems())
          .singleElement()
          .satisfies(it -> assertThat(it).contains("is grpc; expected http/protobuf"));
      assertThat(grpc.takeProblems()).as("said once").isEmpty();
      assertThat(receiver.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:4318, http://localhost:4318/v1/metrics",
    "http://localhost:4318/, http://localhost:4318/v1/metrics",
    "https://c.example/otlp, https://c.example/otlp/v1/metrics",
    "http://localhost:4318/v1/metrics, http://localhost:4318/v1/metrics"
  })
  void thePathOfMetricsIsAdded(String address, String endpoint) {
    assertThat(OtlpOptions.endpoint(address)).isEqualTo(URI.create(endpoint));
  }

  @Test
  void aVariableThatIsNoAddressIsReportedAndNothingElseHappens() {
    for (String wrong :
        List.of("localhost:4318", "ftp://a", "http://", "http://u:p@a", "http:// ")) {
      OtlpOptions options = new OtlpOptions(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", wrong));
      options.send(SampleReports.report("single-replicate"), Path.of(SESSION));
      assertThat(options.takeProblems())
          .singleElement()
          .satisfies(
              it -> assertThat(it).contains("OTEL_EXPORTER_OTLP_ENDPOINT").doesNotContain("u:p"));
    }
  }
}
