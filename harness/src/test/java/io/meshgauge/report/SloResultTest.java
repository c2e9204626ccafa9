package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.archive.Measurements;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Slo;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.WorkerUse;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.RequestKind;
import io.meshgauge.measure.Window;
import io.meshgauge.report.SloResult.State;
import io.meshgauge.report.arm.Arm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A mesh that fails in one of three deployments keeps no objective. */
@Tag("rule-21")
class SloResultTest {
  private static final Slo ERRORS = new Slo(Metric.ERROR_RATIO, 0.001);
  private static final Slo P99 = new Slo(Metric.RESPONSE_P99, 0.25);
  private static final LatencyHistogram NONE = LatencyHistogram.merge(List.of());
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void aDeploymentOfWhichHalfOfTheRequestsFailedBreaksTheObjectiveOfErrors() {
    SloResult result = judge(ERRORS, run(2_000, 0, 10), run(2_000, 0, 10), run(2_000, 1_000, 10));

    assertThat(result.state()).isEqualTo(State.BROKEN);
    assertThat(result.passes()).isFalse();
    assertThat(result.words())
        .isEqualTo(
            "Unexpected answers at most 0.10 % is broken: 1000 of 6000 requests, 16.7 %, 95 % interval 15.7 % to 17.6 %; 50.0 % in the worst of 3 valid runs.");
  }

  @Test
  void aDeploymentWithASlowTailBreaksTheObjectiveOfAPercentile() {
    SloResult result = judge(P99, run(2_000, 0, 40), run(2_000, 0, 45), run(2_000, 0, 4_000));

    assertThat(result.state()).isEqualTo(State.BROKEN);
    assertThat(result.passes()).isFalse();
    assertThat(result.words())
        .startsWith("Response time p99 at most 250 ms is broken: ")
        .endsWith(" over 3 valid runs together, 4002 ms in the worst.");
  }

  @Test
  void tooFewRequestsLeaveTheShareOfErrorsUndecidedAndTheBuildGoesByThoseAtHand() {
    SloResult none = judge(ERRORS, run(600, 0, 10));
    SloResult one = judge(ERRORS, run(600, 1, 10));

    assertThat(none.state()).isEqualTo(State.UNDECIDED);
    assertThat(none.passes()).isTrue();
    assertThat(none.words())
        .isEqualTo(
            "Unexpected answers at most 0.10 % is undecided: 0 of 600 requests, 0.00 %, 95 % interval 0.00 % to 0.61 %; 0.00 % in the worst of 1 valid run.");
    assertThat(one.state()).isEqualTo(State.UNDECIDED);
    assertThat(one.passes()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "baseline|idle-close|by the load worker (idle-close): it reused a connection that the service had closed",
        "istio-mtls|idle-close|it reused a connection that the proxy before the service had closed while it was idle",
        "baseline|closed|by the service (closed): it ended the connection before its answer was complete.",
        "istio-mtls|refused|by the proxy before the service (refused): it accepted no connection.",
      })
  void requestsWithoutAnAnswerAreThoseOfWhomCausedThem(String arm, String kind, String words) {
    SloResult result = judge(arm, ERRORS, run(2_000, 40, 40, Map.of(kind, 40L)));

    assertThat(result.words())
        .contains("40 of 2000 requests", "in the worst of 1 valid run; of these 40 ")
        .contains(words);
    assertThat(judge(arm, ERRORS, run(2_000, 40, 40, Map.of("timeout", 40L))).words())
        .endsWith("valid run.");
  }

  @Test
  void aPercentileBeyondTheDataIsUndecided() {
    SloResult fast = judge(P99, run(600, 0, 40), run(2_000, 0, 40));
    SloResult slow = judge(P99, run(600, 0, 400), run(2_000, 0, 40));

    assertThat(fast.state()).isEqualTo(State.UNDECIDED);
    assertThat(fast.passes()).isTrue();
    assertThat(fast.words())
        .endsWith(
            "; a run holds 600 answers, of which too few lie beyond this percentile: it takes 1000.");
    assertThat(slow.state()).isEqualTo(State.UNDECIDED);
    assertThat(slow.passes()).isFalse();
  }

  @Test
  void whatEveryDeploymentKeepsIsKept() {
    assertThat(judge(P99, run(2_000, 0, 40), run(2_000, 0, 45)).state()).isEqualTo(State.KEPT);
    assertThat(judge(ERRORS, run(2_000, 0, 40), run(2_000, 0, 45)).state()).isEqualTo(State.KEPT);
    assertThat(judge(new Slo(Metric.THROUGHPUT, 150), run(2_000, 0, 40)).state())
        .isEqualTo(State.KEPT);
    assertThat(judge(new Slo(Metric.THROUGHPUT, 150), run(2_000, 0, 40), run(1_000, 0, 40)).state())
        .as("100 requests a second in one of two")
        .isEqualTo(State.BROKEN);
  }

  private static SloResult judge(Slo slo, LoadResult... loads) {
    return judge("baseline", slo, loads);
  }

  private static SloResult judge(String arm, Slo slo, LoadResult... loads) {
    List<Run> runs = new ArrayList<>();
    Run like =
        SampleSessions.fourWay().runs().stream()
            .filter(run -> run.trial().variant().name().equals(arm))
            .findFirst()
            .orElseThrow();
    for (LoadResult load : loads) {
      runs.add(
          new Run(
              like.trial(),
              like.outcome(),
              like.reasons(),
              new Run.Setup(like.fidelity(), like.environment(), like.fairness()),
              like.evidence(),
              new Run.Observations(like.resources(), like.tcp(), like.hops(), null, null),
              new Run.Results(
                  load, null, null, Measurements.of(load, like.resources(), like.tcp()))));
    }
    return SloResult.of(new Arm(like.trial().variant(), like.trial().plan(), runs), slo);
  }

  /** A window of 10 s whose p99 is as long as said; most answers take a millisecond. */
  private static LoadResult run(long requests, long failed, long p99Millis) {
    return run(requests, failed, p99Millis, Map.of());
  }

  private static LoadResult run(
      long requests, long failed, long p99Millis, Map<String, Long> errors) {
    Histogram micros = new Histogram(1, LatencyHistogram.HIGHEST_MICROS, 3);
    micros.recordValueWithCount(1_000, requests - requests / 50);
    micros.recordValueWithCount(p99Millis * 1_000, requests / 50);
    LatencyHistogram response = LatencyHistogram.ofMicros(List.of(micros));
    long fine = requests - failed;
    return new LoadResult(
        new Window(START, START.plusSeconds(10)),
        requests / 10.0,
        List.of(
            new LabelResult(
                "browse",
                RequestKind.ALLOWED,
                requests,
                requests,
                requests,
                fine,
                new LabelResult.Outcomes(Map.of("200", fine, "500", failed), errors, List.of()),
                response,
                response,
                response)),
        NONE,
        List.of(),
        new WorkerUse(1, 1, 0, 8, 0L));
  }
}
