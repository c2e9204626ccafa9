package io.meshgauge.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Reason;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.MachineUse.ProcessUse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("rule-3")
class ValidityTest {
  private static final Plan PLAN = new Plan("steady", Duration.ofSeconds(10), new TreeMap<>());
  private static final Optional<LagLimit> LIMIT =
      Optional.of(new LagLimit("steady", "baseline", 0.005, true));

  @Test
  void validWindowBreaksNoRule() {
    assertThat(Validity.broken(PLAN, SampleLoads.SOUND.result(), LIMIT)).isEmpty();
  }

  /** The load generator wakes up 0.1 ms late now and then, which is a tenth of no fast answer. */
  @Test
  void anAcceptedLagIsTheLimitOfAFastApplication() {
    LagLimit fast = new LagLimit("steady", "baseline", 0.0002, true, 0.00025);
    LagLimit slow = new LagLimit("steady", "baseline", 0.005, true, 0.00025);

    assertThat(Validity.broken(PLAN, late(240), Optional.of(fast))).isEmpty();
    assertThat(Validity.broken(PLAN, late(260), Optional.of(fast)))
        .extracting(Reason::text)
        .containsExactly(
            "send lag p99 was 0.260 ms; the limit for all arms is 0.250 ms, accepted by the experiment, 125 % of the median response time of baseline of 0.200 ms");
    assertThat(Validity.broken(PLAN, late(490), Optional.of(slow))).isEmpty();
  }

  private static LoadResult late(long lagMicros) {
    return new SampleLoads(1000, 1000, 10, lagMicros, 5000, 2).result();
  }

  static Stream<Arguments> spoilt() {
    return Stream.of(
        Arguments.of(
            "window",
            new SampleLoads(1000, 1000, 9.4, 100, 5000, 2),
            "the window ended after 9.4 s; 10 s were planned"),
        Arguments.of(
            "sent-rate",
            new SampleLoads(1000, 989, 10, 100, 5000, 2),
            "98.90 % of the scheduled requests were sent; at least 99 % are needed"),
        Arguments.of(
            "worker-cpu",
            new SampleLoads(1000, 1000, 10, 100, 5000, 16.2),
            "the load worker used 81 % of its CPU; at most 80 % are allowed"),
        Arguments.of(
            "send-lag",
            new SampleLoads(1000, 1000, 10, 510, 5000, 2),
            "send lag p99 was 0.510 ms; the limit for all arms is 0.500 ms, 10 % of the median response time of baseline of 5.000 ms"));
  }

  @ParameterizedTest
  @MethodSource("spoilt")
  void brokenRuleIsNamedWithNumberAndLimit(String rule, SampleLoads load, String words) {
    assertThat(Validity.broken(PLAN, load.result(), LIMIT))
        .singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.rule()).isEqualTo(rule);
              assertThat(reason.text()).startsWith(words);
            });
  }

  @Test
  void everyBrokenRuleIsNamed() {
    SampleLoads hopeless = new SampleLoads(1000, 500, 5, 4000, 5000, 9);

    assertThat(Validity.broken(PLAN, hopeless.result(), LIMIT))
        .extracting(Reason::rule)
        .containsExactly("window", "sent-rate", "worker-cpu", "send-lag");
  }

  @ParameterizedTest
  @ValueSource(longs = {6, 15, 500, 1000})
  void missingResponsesVoidNoRun(long unanswered) {
    assertThat(Validity.broken(PLAN, SampleLoads.SOUND.without(unanswered), LIMIT)).isEmpty();
  }

  @Test
  void whereNoRequestIsTimedLatenessVoidsNoRunAndEverythingElseDoes() {
    Plan start = new Plan(Plan.START, Duration.ofSeconds(10), new TreeMap<>());

    assertThat(Validity.broken(start, late(60_000), LIMIT)).isEmpty();
    assertThat(
            Validity.broken(
                start, new SampleLoads(1000, 989, 9.4, 60_000, 5000, 2).result(), LIMIT))
        .extracting(Reason::rule)
        .containsExactly("window", "sent-rate");
    assertThat(start.measures(Metric.RESPONSE_P99)).isFalse();
    assertThat(start.measures(Metric.CHANGE_ERRORS)).isTrue();
  }

  @Test
  void pauseOfTheLoadWorkerVoidsARunWithOtherwiseSmallLag() {
    SampleLoads stopped = new SampleLoads(1000, 1000, 10, 51_000, 5000, 2);
    LagLimit generous = new LagLimit("steady", "baseline", 1, true);

    assertThat(Validity.broken(PLAN, stopped.result(), Optional.of(generous)))
        .singleElement()
        .extracting(Reason::text)
        .isEqualTo("the load worker sent a request 51 ms too late; at most 50 ms are allowed");
  }

  @Test
  void valuesAtTheLimitsAreValid() {
    SampleLoads limit = new SampleLoads(1000, 990, 9.5, 500, 5000, 15.2);

    assertThat(Validity.broken(PLAN, limit.result(), LIMIT)).isEmpty();
  }

  /** Under 10 % of each run's own median the first was void and the second valid. */
  @ParameterizedTest
  @ValueSource(longs = {5900, 10100})
  void fastAndSlowArmsHaveTheSameLimitOfLag(long responseMicros) {
    SampleLoads late = new SampleLoads(1000, 1000, 10, 800, responseMicros, 2);
    SampleLoads punctual = new SampleLoads(1000, 1000, 10, 450, responseMicros, 2);

    assertThat(Validity.broken(PLAN, late.result(), LIMIT))
        .extracting(Reason::rule)
        .containsExactly(LagLimit.RULE);
    assertThat(Validity.broken(PLAN, punctual.result(), LIMIT)).isEmpty();
  }

  @Test
  void otherWorkUpToATenthOfTheMachineIsAllowed() {
    assertThat(Validity.otherWork(new MachineUse(0.4, 0.04, 0.06, List.of()))).isEmpty();
    assertThat(Validity.otherWork(new MachineUse(0.9, 0.05))).isEmpty();
  }

  @Test
  void otherWorkAndStolenTimeCountTogether() {
    MachineUse busy =
        new MachineUse(
            0.6, 0.05, 0.07, List.of(new ProcessUse("cc1", 9, 0.2), new ProcessUse("sh", 8, 0.1)));

    assertThat(Validity.otherWork(busy).orElseThrow().text())
        .isEqualTo(
            "processes outside of the session used 7.0 % of the machine's CPU time and 5.0 % was stolen; at most 10 % together are allowed; busiest: cc1 (9) 0.20 cores, sh (8) 0.10 cores");
    assertThat(Validity.otherWork(new MachineUse(0.3, 0.11))).isPresent();
  }
}
