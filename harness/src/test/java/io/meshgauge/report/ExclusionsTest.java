package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.MachineUse.ProcessUse;
import io.meshgauge.report.console.ConsoleFormat;
import io.meshgauge.report.csv.ComparisonsCsvFormat;
import io.meshgauge.report.html.HtmlFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Excluded void runs by arm, and the effect of their exclusion. */
@Tag("rule-11")
class ExclusionsTest {
  private static final Reason OTHER_WORK =
      new Reason("other-work", "make used 40 % of the machine");
  private static final double SLOW = 0.010;

  @Test
  void aSessionWithoutAVoidRunHasNothingToSay() {
    Report report = report(SampleSessions.fourWay());
    PlanReport plan = report.plans().get(0);

    assertThat(plan.exclusions().any()).isFalse();
    assertThat(plan.exclusions().uneven()).isFalse();
    assertThat(plan.exclusions().p()).isEqualTo(1);
    assertThat(plan.firstRuns()).isEmpty();
    assertThat(warnings(report)).isEmpty();
  }

  @Test
  void startedVoidByRuleAndRepeatedAreCountedForEachArm() {
    Exclusions found = report(disturbed()).plans().get(0).exclusions();

    Exclusions.Row baseline = found.arms().get(0);
    assertThat(baseline.arm().name()).isEqualTo("baseline");
    assertThat(baseline.started()).isEqualTo(6);
    assertThat(baseline.first()).isEqualTo(3);
    assertThat(baseline.firstVoid()).isEqualTo(3);
    assertThat(baseline.repeated()).isEqualTo(3);
    assertThat(baseline.voidByRule()).isEqualTo(Map.of("other-work", 3));
    assertThat(found.arms().get(1).started()).isEqualTo(3);
    assertThat(found.arms().get(1).rules()).isEqualTo("–");
  }

  @Test
  void armsThatWereNotAlikeOftenVoidAreAReservation() {
    Report report = report(disturbed());

    // Three of three void in one arm of five: 0.010989 by SciPy.
    assertThat(report.plans().get(0).exclusions().p()).isCloseTo(0.010989010989011, within(1e-9));
    assertThat(warnings(report))
        .singleElement()
        .satisfies(
            warning ->
                assertThat(warning.text())
                    .contains("not alike often void under plan steady")
                    .contains("baseline 3 of 3, envoy 0 of 3")
                    .contains("p = 0.011"));
  }

  @Test
  void sharesThatDifferByMoreThanTwentyPointsAreAReservationWhateverTheTestSays() {
    Session one =
        repeated(SampleSessions.fourWay(), run -> is(run, "envoy") && run.trial().replicate() == 2);
    Exclusions found = report(one).plans().get(0).exclusions();

    assertThat(found.p()).isEqualTo(1);
    assertThat(found.spread()).isCloseTo(1 / 3.0, within(1e-9));
    assertThat(found.uneven()).isTrue();
  }

  @Test
  void voidRunsOfAllArmsAlikeAreNone() {
    Session all = repeated(SampleSessions.fourWay(), run -> run.trial().replicate() == 2);

    assertThat(warnings(report(all))).isEmpty();
    assertThat(report(all).plans().get(0).exclusions().any()).isTrue();
  }

  @Test
  void everyHeadlineDifferenceIsShownWithAndWithoutTheVoidRuns() {
    PlanReport plan = report(disturbed()).plans().get(0);

    assertThat(WithVoid.of(plan))
        .extracting(WithVoid::metric)
        .containsExactlyElementsOf(
            List.of("envoy", "istio-plaintext", "istio-mtls").stream()
                .flatMap(any -> plan.emphasis().headlines().stream())
                .toList());
    // The void first runs of the baseline took twice as long as their repeats; the second
    // measurement of the baseline, which counts as much, had none.
    double without = difference(plan.contrast("envoy").orElseThrow());
    double with = difference(plan.withVoid("envoy").orElseThrow());
    assertThat(with).isLessThan(without - SLOW / 3);
  }

  @Test
  void eachFormatShowsThem() throws IOException {
    Report report = report(disturbed());

    assertThat(text(new ConsoleFormat(false), report))
        .contains("Void runs by arm, plan steady")
        .containsPattern("baseline +6 +3 of 3 +3  other-work 3")
        .contains("Exact test of void against arm (Freeman-Halton, first runs): p = 0.011.")
        .containsPattern("envoy +Response time p99 +\\+\\d");
    assertThat(text(new HtmlFormat(), report))
        .contains("Void runs by arm, plan steady", "other-work 3", "p &#x3D; 0.011")
        .contains("Differences from the baseline with and without void runs");
    assertThat(text(new ComparisonsCsvFormat(), report).lines().findFirst().orElseThrow())
        .endsWith("difference_first_runs,verdict_first_runs,stage");
  }

  @Test
  void aSessionAlongsideOtherWorkIsHeadedByThatSentence() throws IOException {
    MachineUse busy = new MachineUse(0.8, 0.02, 0.35, List.of(new ProcessUse("make", 77, 0.7)));
    Session session =
        SampleSessions.change(
            SampleSessions.fourWay(), run -> is(run, "envoy"), run -> on(run, busy));
    Session quiet =
        SampleSessions.change(
            SampleSessions.fourWay(),
            run -> true,
            run -> on(run, new MachineUse(0.3, 0, 0.02, List.of())));

    String sentence = report(session).otherWork().orElseThrow();
    assertThat(sentence)
        .startsWith("Measured alongside other work: in 3 of 3 windows")
        .contains("37 %");
    List<String> lines = text(new ConsoleFormat(false), report(session)).lines().toList();
    assertThat(lines.get(1)).startsWith("Measured alongside other work");
    assertThat(text(new HtmlFormat(), report(session)))
        .contains("other work</span> Measured alongside");
    assertThat(report(quiet).otherWork()).isEmpty();
  }

  private static List<Warning> warnings(Report report) {
    return report.warnings().stream().filter(it -> it.subject().equals("exclusion")).toList();
  }

  private static double difference(Contrast contrast) {
    return contrast.on(Metric.RESPONSE_P99).orElseThrow().difference().absolute();
  }

  /** Other work slowed every first run of the baseline, and no run of another arm. */
  private static Session disturbed() {
    return repeated(SampleSessions.fourWay(), run -> is(run, "baseline"));
  }

  /** The session with some runs void and slow, and repeated at its end. */
  private static Session repeated(Session session, Predicate<Run> which) {
    List<Run> runs = new ArrayList<>();
    List<Run> repeats = new ArrayList<>();
    for (Run run : session.runs()) {
      if (which.test(run)) {
        runs.add(slowed(run).judged(Outcome.VOID, List.of(OTHER_WORK)));
        int position = session.runs().size() + repeats.size() + 1;
        repeats.add(at(run, position));
      } else {
        runs.add(run);
      }
    }
    runs.addAll(repeats);
    return session.with(runs);
  }

  private static Run slowed(Run run) {
    return run.with(
        new Run.Results(
            run.results().load(),
            null,
            null,
            run.measurements().stream()
                .map(
                    it ->
                        it.metric() == Metric.RESPONSE_P99
                            ? new Measurement(it.metric(), it.value() + SLOW, it.source())
                            : it)
                .toList()));
  }

  private static Run at(Run run, int position) {
    return new Run(
        run.trial().at(position),
        run.outcome(),
        run.reasons(),
        run.setup(),
        run.evidence(),
        run.observations(),
        run.results());
  }

  private static Run on(Run run, MachineUse machine) {
    return run.with(
        new Run.Observations(
            run.resources(), run.tcp(), run.hops(), run.observations().capacity(), machine));
  }

  private static boolean is(Run run, String variant) {
    return run.trial().variant().name().equals(variant);
  }

  private static Report report(Session session) {
    return Report.of(session, SampleRules.rules());
  }

  private static String text(ReportFormat format, Report report) throws IOException {
    StringBuilder text = new StringBuilder();
    format.write(report, text);
    return text.toString();
  }
}
