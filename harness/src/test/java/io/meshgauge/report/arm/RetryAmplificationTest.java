package io.meshgauge.report.arm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.HopLatency.Side;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.SampleRules;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.html.HtmlFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests per call, and the report of a load that was not served. */
class RetryAmplificationTest {
  private static final Plan STORM =
      new Plan(Plan.RETRY_STORM, Duration.ofSeconds(20), new TreeMap<>());

  @TempDir Path folder;

  /** One request in ten of the load is answered 503; order received 2.5 requests per call. */
  private static Run stormy(Run run) {
    List<HopLatency> hops =
        List.of(
            hop("load", "gateway", Side.SERVER, 3600),
            hop("gateway", "order", Side.CLIENT, 3000),
            hop("gateway", "order", Side.SERVER, 7500),
            hop("order", "logging", Side.CLIENT, 600),
            hop("payment", "logging", Side.CLIENT, 400),
            hop("order, payment", "logging", Side.SERVER, 1000));
    return with(run, run.trial(), failing(run.measuredLoad().orElseThrow()), hops);
  }

  private static HopLatency hop(String client, String server, Side side, long count) {
    return new HopLatency(client, server, side, count, 0.001, 0.001, 0.002);
  }

  private static LoadResult failing(LoadResult load) {
    List<LabelResult> labels = new ArrayList<>();
    for (LabelResult it : load.labels()) {
      long lost = it.label().equals("browse") ? it.sent() / 10 : 0;
      Map<String, Long> status = new TreeMap<>(it.status());
      status.merge(it.label().equals("browse") ? "200" : "none", -lost, Long::sum);
      status.remove("none");
      if (lost > 0) {
        status.put("503", lost);
      }
      labels.add(
          new LabelResult(
              it.label(),
              it.kind(),
              it.scheduled(),
              it.sent(),
              it.completed(),
              it.expected() - lost,
              new LabelResult.Outcomes(status, it.errors(), List.of()),
              it.response(),
              it.service(),
              it.firstByte()));
    }
    return new LoadResult(
        load.window(), load.rate(), labels, load.sendLag(), load.timeline(), load.worker());
  }

  private static Run with(Run run, Trial trial, LoadResult load, List<HopLatency> hops) {
    return new Run(
        trial,
        run.outcome(),
        run.reasons(),
        run.setup(),
        run.evidence(),
        new Run.Observations(run.resources(), run.tcp(), hops, null, null),
        new Run.Results(load, null, null, run.measurements()));
  }

  /** A session in which the proxies of one variant retried. */
  private static Report report() {
    Session calm = SampleSessions.fourWay();
    List<Run> runs =
        calm.runs().stream()
            .map(run -> run.trial().variant().name().equals("envoy") ? stormy(run) : run)
            .map(
                run -> {
                  Trial was = run.trial();
                  Trial trial = new Trial(was.position(), was.replicate(), was.variant(), STORM);
                  return with(run, trial, run.measuredLoad().orElseThrow(), run.hops());
                })
            .toList();
    Experiment was = calm.experiment();
    Experiment experiment =
        new Experiment(
            was.name(),
            was.platform(),
            was.variants(),
            List.of(STORM),
            was.protocol(),
            List.of(new Slo(Metric.ERROR_RATIO, 0.001), new Slo(Metric.RESPONSE_P99, 0.25)),
            was.seed(),
            was.cluster(),
            was.application());
    return Report.of(
        new Session(
            experiment,
            calm.started(),
            calm.command(),
            calm.environment(),
            calm.notes(),
            calm.planned(),
            runs,
            calm.version()),
        SampleRules.rules());
  }

  @Test
  void thatArmsDifferInRetriesIsSaidOnlyWhereServicesGotOtherNumbersThanTheyWereCalled() {
    Predicate<Warning> retries =
        it -> it.text().startsWith("not like for like") && it.text().contains("retries");

    assertThat(differing(RetryAmplificationTest::calm).warnings()).noneMatch(retries);
    assertThat(differing(RetryAmplificationTest::stormy).warnings()).anyMatch(retries);
    assertThat(
            differing(run -> with(run, run.trial(), run.measuredLoad().orElseThrow(), List.of()))
                .warnings())
        .as("not counted")
        .anyMatch(retries);
  }

  /** Every service received one request per call. */
  private static Run calm(Run run) {
    List<HopLatency> hops =
        List.of(
            hop("gateway", "order", Side.CLIENT, 3000), hop("gateway", "order", Side.SERVER, 3000));
    return with(run, run.trial(), run.measuredLoad().orElseThrow(), hops);
  }

  /** A session in which one mesh does not retry. */
  private static Report differing(UnaryOperator<Run> counted) {
    Session was = SampleSessions.fourWay();
    List<Run> runs =
        was.runs().stream()
            .map(counted)
            .map(
                run -> {
                  SortedMap<String, String> lines = new TreeMap<>(run.fairness());
                  lines.put("retries", run.trial().variant().name().equals("envoy") ? "none" : "2");
                  return new Run(
                      run.trial(),
                      run.outcome(),
                      run.reasons(),
                      new Run.Setup(run.fidelity(), run.environment(), lines),
                      run.evidence(),
                      run.observations(),
                      new Run.Results(
                          run.measuredLoad().orElseThrow(), null, null, run.measurements()));
                })
            .toList();
    return Report.of(was.with(runs), SampleRules.rules());
  }

  @Test
  void aCallIsOneHoweverOftenItIsSent() {
    Run run = stormy(SampleSessions.fourWay().runs().get(0));
    long sent = run.measuredLoad().orElseThrow().sent();

    assertThat(RetryAmplification.of(run))
        .extracting(
            RetryAmplification::server, RetryAmplification::calls, RetryAmplification::served)
        .containsExactly(
            tuple("gateway", sent, 3600L),
            tuple("order", 3000L, 7500L),
            tuple("logging", 1000L, 1000L));
    RetryAmplification order = RetryAmplification.of(run).get(1);
    assertThat(order.perCall()).isEqualTo(2.5);
    assertThat(order.perRequest()).isEqualTo(7500.0 / sent);
    assertThat(order.notable()).isTrue();
    assertThat(RetryAmplification.of(run).get(2).notable()).isFalse();
  }

  @Test
  void itIsReportedWhereNotable() throws IOException {
    StringBuilder console = new StringBuilder();
    new ConsoleFormat(false).write(report(), console);
    assertThat(console.toString())
        .contains("Requests per call")
        .containsPattern("gateway .*1\\.50 \\(1\\.50\\)")
        .contains("2.50 (");
    assertThat(html(report())).contains("Requests per call", "2.50<span");

    StringBuilder calm = new StringBuilder();
    new ConsoleFormat(false).write(SampleReports.report("four-way"), calm);
    assertThat(calm.toString()).doesNotContain("Requests per call");
    assertThat(html(SampleReports.report("four-way"))).doesNotContain("Requests per call");
  }

  private String html(Report report) throws IOException {
    Path file = folder.resolve("index.html");
    StringBuilder text = new StringBuilder();
    new HtmlFormat().write(report, text);
    Files.writeString(file, text);
    return text.toString();
  }

  @Test
  void errorsThatAPlanMakesBreakNoObjectiveAndAreSaid() {
    PlanReport plan = report().plans().get(0);

    assertThat(plan.slos()).allMatch(result -> result.slo().metric() == Metric.RESPONSE_P99);
    assertThat(report().unjudged(plan))
        .anyMatch(it -> it.contains("since it makes calls fail: error_ratio"));
  }

  @Test
  void failuresAreReportedNextToResponseTimes() {
    assertThat(report().warnings())
        .filteredOn(it -> it.subject().equals("failures"))
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.text())
                    .contains("of the load of envoy under plan retry-storm was not served")
                    .contains("answered 503")
                    .contains("among its response times"));
    assertThat(SampleReports.report("four-way").warnings())
        .noneMatch(it -> it.subject().equals("failures"));
  }
}
