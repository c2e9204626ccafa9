package io.meshgauge.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.experiment.Environment;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.console.TrendText;
import io.meshgauge.trend.SessionTrend.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SessionTrendTest {
  private static final SimulatedSessions KIND = new SimulatedSessions(5, 0.03, 0.01);

  private static List<SessionFigures> sessions(int count, IntToDoubleFunction worse) {
    Random random = new Random(11);
    return IntStream.range(0, count)
        .mapToObj(i -> KIND.session(i, worse.applyAsDouble(i), random))
        .toList();
  }

  private static SessionSeries ratio(Group group) {
    return group.arms().stream()
        .filter(it -> it.latest().arm().equals(SimulatedSessions.MESH))
        .flatMap(it -> it.series(Metric.RESPONSE_P50, true).stream())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aStepIsFoundWithItsSession() {
    Group group = SessionTrend.of(sessions(24, i -> i < 12 ? 0 : 0.25)).groups().get(0);

    assertThat(ratio(group).steps())
        .singleElement()
        .satisfies(
            step -> {
              assertThat(step.window()).isEqualTo(12);
              assertThat(step.step()).isCloseTo(0.25, within(0.03));
            });
    assertThat(TrendText.of(SessionTrend.of(sessions(24, i -> i < 12 ? 0 : 0.25))))
        .contains("step of +", "(session-12)");
  }

  @Test
  void tenPercentAreFoundInTwelveShortSessionsAndEqualOnesRaiseNoAlarm() {
    assertThat(withStep(100, 12, 6, 0.10)).isGreaterThan(0.9);
    assertThat(withStep(300, 12, 6, 0)).isLessThan(0.03);
  }

  @Tag("long")
  @Test
  void falseStepsAndPowerByManySeries() {
    for (int count : List.of(12, 18, 30)) {
      double none = withStep(4000, count, count / 2, 0);
      double five = withStep(1000, count, count / 2, 0.05);
      double ten = withStep(1000, count, count / 2, 0.10);
      System.out.printf(
          "%d sessions of three blocks: a step in a ratio of %.4f, of 5 %% in half of them %.3f, of 10 %% %.3f%n",
          count, none, five, ten);
      assertThat(none).isLessThan(0.01);
      assertThat(ten).isGreaterThan(0.85);
    }
  }

  /** Share of series with a step in any ratio, of sessions as the benchmark of trends has them. */
  private static double withStep(int times, int count, int from, double change) {
    SimulatedSessions kind = new SimulatedSessions(3, 0.035, 0.008);
    Random random = new Random(41);
    int found = 0;
    for (int i = 0; i < times; i++) {
      List<SessionFigures> sessions =
          IntStream.range(0, count)
              .mapToObj(day -> kind.session(day, day < from ? 0 : Math.log1p(change), random))
              .toList();
      found +=
          SessionTrend.of(sessions).groups().get(0).arms().stream()
                  .flatMap(it -> it.series().stream())
                  .anyMatch(it -> it.ratio() && !it.steps().isEmpty())
              ? 1
              : 0;
    }
    return (double) found / times;
  }

  @Test
  void aSlopeIsFoundAndSteadySessionsHaveNone() {
    Group rising = SessionTrend.of(sessions(20, i -> 0.02 * i)).groups().get(0);
    Group steady = SessionTrend.of(sessions(20, i -> 0)).groups().get(0);

    assertThat(rising.drifts(ratio(rising))).isTrue();
    assertThat(ratio(rising).drift().orElseThrow().change()).isCloseTo(0.38, within(0.08));
    assertThat(steady.arms())
        .flatMap(SessionTrend.ArmTrend::series)
        .noneMatch(steady::drifts)
        .allMatch(it -> it.steps().isEmpty());
  }

  @Test
  void fewSessionsHaveNoTrendAndTheTextSaysSo() {
    SessionTrend trend = SessionTrend.of(sessions(5, i -> 0));

    assertThat(ratio(trend.groups().get(0)).drift()).isEmpty();
    assertThat(TrendText.of(trend))
        .contains("istio-mtls (model) under plan steady", "too few sessions for a drift (8)");
    assertThat(ratio(SessionTrend.of(sessions(9, i -> 0)).groups().get(0)).drift()).isPresent();
  }

  @Tag("rule-23")
  @Test
  void anotherEnvironmentOrLoadIsASeriesOfItsOwn() {
    List<SessionFigures> sessions = new ArrayList<>(sessions(4, i -> 0));
    sessions.set(2, changed(sessions.get(2), "cpu.cores", "4", "rate", "180 req/s"));
    sessions.set(3, changed(sessions.get(3), "cpu.cores", "2", "rate", "90 req/s"));

    SessionTrend trend = SessionTrend.of(sessions);

    assertThat(trend.groups()).extracting(it -> it.sessions().size()).containsExactly(2, 1, 1);
    assertThat(trend.groups().get(0).differences()).isEmpty();
    assertThat(trend.groups().get(1).differences()).containsExactly("cpu.cores: 2 against 4");
    assertThat(trend.groups().get(2).differences())
        .containsExactly("rate: 180 req/s against 90 req/s");
    assertThat(TrendText.of(trend))
        .contains("Environment and load 2 of 3", "! cpu.cores: 2 against 4");
    assertThat(sessions.get(0).differencesFrom(sessions.get(2), Set.of("cpu.cores"))).isEmpty();
  }

  @Test
  void theBandOfAcceptedSessionsHoldsEqualOnes() {
    Random random = new Random(5);
    int held = 0;
    int repetitions = 600;
    for (int i = 0; i < repetitions; i++) {
      AcceptedSessions accepted = new AcceptedSessions("main", KIND.sessions(6, random));
      SessionFigures next = KIND.session(7, 0, random);
      ArmFigures arm = next.arm(SimulatedSessions.PLAN, SimulatedSessions.MESH).orElseThrow();
      double ratio = next.ratio(arm, Metric.RESPONSE_P50).orElseThrow().mean();
      held += accepted.expected(arm, Metric.RESPONSE_P50).orElseThrow().contains(ratio) ? 1 : 0;
    }

    assertThat((double) held / repetitions).isBetween(0.93, 0.985);
    AcceptedSessions few = new AcceptedSessions("main", KIND.sessions(2, random));
    assertThat(few.expected(few.latest().arms().get(2), Metric.RESPONSE_P50)).isEmpty();
  }

  private static SessionFigures changed(
      SessionFigures like, String fact, String value, String condition, String other) {
    return new SessionFigures(
        like.session(),
        like.started(),
        like.archive(),
        new Environment(with(like.environment().facts(), fact, value)),
        new Environment(with(like.load().facts(), condition, other)),
        like.arms());
  }

  private static SortedMap<String, String> with(
      SortedMap<String, String> facts, String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(facts);
    more.put(name, value);
    return more;
  }
}
