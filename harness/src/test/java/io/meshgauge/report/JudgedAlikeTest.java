package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Archives whose runs were judged by 10 % of each run's own median. */
@Tag("rule-11")
class JudgedAlikeTest {
  /** Between 10 % of the baseline's median of 4.8 ms and 10 % of the mesh's of 7 ms. */
  private static final long LATE_MICROS = 600;

  @Test
  void aRunThatOnlyItsOwnMedianHadExcusedIsVoidByTheLimitForAllArms() {
    Session session = late("istio-mtls", Outcome.VALID);

    assertThat(run(session.judgedAlike(), "istio-mtls").outcome()).isEqualTo(Outcome.VOID);
    assertThat(run(session.judgedAlike(), "istio-mtls").reasons())
        .singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.rule()).isEqualTo(LagLimit.RULE);
              assertThat(reason.text())
                  .contains("send lag p99 was 0.600 ms; the limit for all arms is 0.4");
            });
  }

  @Test
  void aRunThatItsOwnMedianHadVoidedIsValidByAHigherLimitForAllArms() {
    Session session = withPilot(late("baseline", Outcome.VOID), 0.0065);

    assertThat(run(session.judgedAlike(), "baseline").outcome()).isEqualTo(Outcome.VALID);
    assertThat(run(session.judgedAlike(), "baseline").reasons()).isEmpty();
  }

  @Test
  void theRepeatOfARunThatIsValidByTheNewLimitIsNotNeeded() {
    Session once = withPilot(late("baseline", Outcome.VOID), 0.0065);
    List<Run> runs = new ArrayList<>(once.runs());
    Run first = run(once, "baseline");
    Run repeat = SampleRun.of(first.trial().at(runs.size() + 1), first.environment());
    runs.add(repeat);
    Session repeated = once.with(runs);

    List<Run> judged = repeated.judgedAlike().runs("baseline", "steady");
    assertThat(judged).hasSize(4);
    assertThat(judged.stream().filter(Run::valid)).hasSize(3);
    assertThat(judged.get(3).reasons()).extracting(Reason::rule).containsExactly("not-needed");
  }

  @Test
  void theLimitIsTheOneOfThePilotOrOfTheMedianOfAllBaselineRuns() {
    Session old = SampleSessions.fourWay();
    LagLimit derived = old.lagLimits().get(0);

    assertThat(derived.pilot()).isFalse();
    assertThat(derived.medianSeconds()).isCloseTo(0.0046, within(0.0005));
    assertThat(withPilot(old, 0.0065).lagLimits())
        .containsExactly(new LagLimit("steady", "baseline", 0.0065, true));
  }

  /** An archive of a busy machine: p99 of the generator 323 ms, and the session went on. */
  @Test
  void aCalibrationThatBrokeTheLimitHeadsTheReportWarnings() {
    Session busy = SampleSessions.fourWay().with(new Calibration(120, 0.05, 0.323, 0.177, 0.11));

    assertThat(report(busy).warnings().get(0).subject()).isEqualTo("calibration");
    assertThat(report(busy).warnings().get(0).text())
        .contains("send lag p99 of 177.000 ms, above the limit of 0.4", "would be refused today");
    assertThat(report(SampleSessions.fourWay()).warnings())
        .noneMatch(warning -> warning.subject().equals("calibration"));
  }

  @Test
  void anAcceptedSendLagIsAReservationWithTheLagOfEveryArm() {
    Session old = SampleSessions.fourWay();
    Calibration pilot =
        new Calibration(
            120,
            0.0001,
            0.0003,
            0.0001,
            0.1,
            null,
            List.of(new LagLimit("steady", "baseline", 0.0002, true, 0.0005)));

    assertThat(report(old.with(pilot)).warnings())
        .filteredOn(warning -> warning.subject().equals(LagLimit.RULE))
        .singleElement()
        .satisfies(
            warning ->
                assertThat(warning.text())
                    .contains(
                        "accepts a send lag p99 of 0.500 ms, 250 % of baseline's median",
                        "Its highest p99: baseline 0.", "istio-mtls 0."));
  }

  @Test
  void aSoakOfAnOldArchiveStaysAsItsWindowsWereJudged() {
    Session soak = SampleSoaks.session();

    assertThat(soak.lagLimits()).isEmpty();
    assertThat(soak.judgedAlike().runs()).isEqualTo(soak.runs());
  }

  @Test
  void aFailedRunAndAnUnverifiedOneKeepTheirOutcome() {
    Session troubled = SampleSessions.troubled();

    assertThat(troubled.judgedAlike().runs())
        .extracting(Run::outcome)
        .isEqualTo(troubled.runs().stream().map(Run::outcome).toList());
  }

  @Test
  void theReportOfAnOldArchiveSaysThatTheRuleIsNewer() {
    assertThat(report(SampleSessions.fourWay()).warnings())
        .filteredOn(warning -> warning.subject().equals(LagLimit.RULE))
        .singleElement()
        .satisfies(
            warning ->
                assertThat(warning.text())
                    .contains("judged by a rule newer than this archive", "runs of baseline"));
    assertThat(report(withPilot(SampleSessions.fourWay(), 0.0046)).warnings())
        .noneMatch(warning -> warning.subject().equals(LagLimit.RULE));
  }

  @Test
  void anArchiveWhoseLagIncludesWaitingForAConnectionIsMarked() {
    Session old =
        SampleSessions.change(
            SampleSessions.fourWay(),
            run -> run.trial().replicate() == 2,
            run -> SampleRun.lagging(run, 100, null));

    assertThat(report(old).warnings())
        .anyMatch(
            warning ->
                warning
                    .text()
                    .equals(
                        "5 runs were recorded before send lag was separated from waiting for a connection: a server that stalled may have voided them"));
  }

  @Test
  void requestsThatFoundNoConnectionAreSaidOfTheirArmAndVoidNothing() {
    Session stalled =
        SampleSessions.change(
            SampleSessions.fourWay(),
            run -> run.trial().variant().name().equals("envoy"),
            run -> SampleRun.lagging(run, 100, 40L));

    assertThat(stalled.judgedAlike().runs()).allMatch(Run::valid);
    assertThat(report(stalled).warnings())
        .filteredOn(warning -> warning.subject().equals("blocked"))
        .singleElement()
        .satisfies(
            warning ->
                assertThat(warning.text())
                    .startsWith("120 requests of envoy under plan steady were due while every"));
  }

  @Test
  void aRunThatWasVoidForRequestsWithoutAnAnswerIsJudgedByWhatIsLeft() {
    Session old =
        SampleSessions.change(
            SampleSessions.fourWay(),
            run -> run.trial().replicate() == 2 && run.trial().variant().name().equals("envoy"),
            run ->
                run.judged(
                    Outcome.VOID, List.of(new Reason("achieved-rate", "98.50 % were answered"))));

    assertThat(old.runs()).anyMatch(run -> !run.valid());
    assertThat(old.judgedAlike().runs()).allMatch(Run::valid);
  }

  private static Report report(Session session) {
    return Report.of(session, SampleRules.rules());
  }

  private static Session late(String variant, Outcome outcome) {
    return SampleSessions.change(
        SampleSessions.fourWay(),
        run -> run.trial().replicate() == 2 && run.trial().variant().name().equals(variant),
        run ->
            SampleRun.lagging(run, LATE_MICROS)
                .judged(
                    outcome,
                    outcome == Outcome.VALID
                        ? List.of()
                        : List.of(new Reason(LagLimit.RULE, "above 10 % of its own median"))));
  }

  private static Session withPilot(Session session, double median) {
    return session.with(
        new Calibration(
            120,
            0.00004,
            0.00035,
            0.00009,
            0.11,
            null,
            List.of(new LagLimit("steady", "baseline", median, true))));
  }

  private static Run run(Session session, String variant) {
    return session.runs(variant, "steady").stream()
        .filter(run -> run.trial().replicate() == 2)
        .findFirst()
        .orElseThrow();
  }
}
