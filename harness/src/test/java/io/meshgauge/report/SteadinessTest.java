package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Run.WarmUp;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import io.meshgauge.measure.use.ResourceUse;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-5")
class SteadinessTest {
  private static final double LATER = 1.2;

  @Test
  void whatStandsStillNeedsNoWarning() {
    assertThat(warnings(SampleSessions.fourWay())).isEmpty();
  }

  @Test
  void anArmWhoseRunsSlowDownIsNamed() {
    Session session =
        SampleSessions.change(
            SampleSessions.fourWay(), SteadinessTest::isEnvoy, SteadinessTest::slowing);

    assertThat(onlyWarningOfEnvoy(session))
        .startsWith("p50 did not stand still in 3 of 3 runs: up to +2");
  }

  @Test
  void whatSlowsAllArmsDownIsTheMachineWhereTheyAreMeasuredInTurns() {
    Session session =
        SampleSessions.change(SampleSessions.fourWay(), run -> true, SteadinessTest::slowing);

    assertThat(warnings(session)).as("one after the other").hasSize(5);
    assertThat(warnings(session, session.experiment().protocol().inWindows(4))).isEmpty();
  }

  @Test
  void anArmThatWasStillWarmingUpIsNamed() {
    Session session =
        SampleSessions.change(
            SampleSessions.fourWay(),
            run -> isEnvoy(run) && run.trial().replicate() == 2,
            run -> warmed(run, new WarmUp(6000, false, List.of(9.0, 6.0, 4.0, 3.0))));

    assertThat(warnings(session))
        .singleElement()
        .extracting(Warning::text)
        .asString()
        .contains("not settled when the warm-up ended, after 6000 requests, in 1 of 1 ");
  }

  @Test
  void aServiceThatIsSlowInOneDeploymentIsNamed() {
    Session session =
        SampleSessions.change(
            SampleSessions.fourWay(),
            run -> isEnvoy(run) && run.trial().replicate() == 2,
            run -> slowService(run, 2));

    assertThat(onlyWarningOfEnvoy(session))
        .matches("in replicate 2 the service auth used (1.9|2.[01]) times as much .*");
  }

  @Test
  void aServiceThatIsSlowInEveryDeploymentIsAnEffectOfItsArm() {
    assertThat(
            warnings(
                SampleSessions.change(
                    SampleSessions.fourWay(), SteadinessTest::isEnvoy, run -> slowService(run, 2))))
        .isEmpty();
  }

  @Test
  void aMachineThatIsSlowForAllServicesIsNoSlowService() {
    assertThat(
            warnings(
                SampleSessions.change(
                    SampleSessions.fourWay(),
                    run -> run.trial().replicate() == 2,
                    run -> slower(run, use -> 1.6))))
        .isEmpty();
  }

  @Test
  void aTrendOfTheBaselineSaysWhatItMayHaveDoneToADifference() {
    Session session = drifting(SampleSessions.fourWay(), 1.1);

    assertThat(warnings(session)).as("of three blocks").isEmpty();
    Session longer = drifting(SampleSessions.replicated(5), 1.1);
    assertThat(warnings(longer))
        .singleElement()
        .extracting(Warning::text)
        .asString()
        .startsWith("p50 of the baseline changed by +4")
        .contains("over the 5 blocks")
        .contains("a difference may contain up to ");
    assertThat(warnings(longer, longer.experiment().protocol().inWindows(4)))
        .singleElement()
        .extracting(Warning::text)
        .asString()
        .endsWith("it affects all alike");
  }

  private static boolean isEnvoy(Run run) {
    return run.trial().variant().name().equals("envoy");
  }

  private static String onlyWarningOfEnvoy(Session session) {
    List<Warning> found = warnings(session);
    assertThat(found).singleElement().extracting(Warning::subject).isEqualTo("envoy");
    return found.get(0).text();
  }

  private static List<Warning> warnings(Session session) {
    return warnings(session, session.experiment().protocol());
  }

  private static List<Warning> warnings(Session session, Protocol protocol) {
    PlanReport plan = Report.of(session, SampleReports.report("four-way").rules()).plans().get(0);
    return Steadiness.warnings(plan, protocol);
  }

  /** The run with a second half that is a fifth slower. */
  private static Run slowing(Run run) {
    return timed(run, sample -> sample.second() < SampleRun.SECONDS / 2 ? 1 : LATER);
  }

  private static Run timed(Run run, ToDoubleFunction<SecondSample> factor) {
    LoadResult load = run.measuredLoad().orElseThrow();
    List<SecondSample> seconds =
        load.timeline().stream()
            .map(
                it ->
                    it.timed(
                        it.p50Seconds() * factor.applyAsDouble(it),
                        it.p99Seconds() * factor.applyAsDouble(it)))
            .toList();
    LoadResult changed = load.with(seconds);
    return run.with(new Run.Results(changed, null, null, run.measurements()));
  }

  private static Run warmed(Run run, WarmUp warmUp) {
    return run.with(
        new Run.Observations(
            run.resources(),
            run.tcp(),
            run.hops(),
            run.observations().capacity(),
            run.machine(),
            warmUp,
            List.of(),
            null));
  }

  private static Run slowService(Run run, double factor) {
    return slower(run, use -> use.container().equals("auth") ? factor : 1);
  }

  private static Run slower(Run run, ToDoubleFunction<ResourceUse> factor) {
    return run.with(
        new Run.Observations(
            run.resources().stream()
                .map(use -> use.withCpu(use.cpuSeconds() * factor.applyAsDouble(use)))
                .toList(),
            run.tcp(),
            run.hops(),
            run.observations().capacity(),
            run.machine()));
  }

  /** Every block slower than the one before. */
  private static Session drifting(Session session, double factor) {
    return SampleSessions.change(
        session,
        run -> true,
        run -> {
          double p50 = run.value(Metric.RESPONSE_P50).orElseThrow();
          double slower = p50 * Math.pow(factor, run.trial().replicate());
          return SampleSessions.measured(
              run, new Measurement(Metric.RESPONSE_P50, slower, "response.hlog"));
        });
  }
}
