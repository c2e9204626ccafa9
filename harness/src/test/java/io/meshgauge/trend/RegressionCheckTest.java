package io.meshgauge.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import io.meshgauge.stats.BetweenSessions;
import io.meshgauge.stats.Moments;
import io.meshgauge.trend.RegressionCheck.Ledger;
import io.meshgauge.trend.RegressionCheck.Outcome;
import io.meshgauge.trend.RegressionCheck.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-18")
class RegressionCheckTest {
  private static final Ledger NONE = (plan, metric) -> Optional.empty();

  /** As on two cores: arms differ by 4 % within a block, and by 1.5 % between sessions. */
  private static final SimulatedSessions REAL = new SimulatedSessions(6, 0.04, 0.015);

  /** The same with the number of blocks that an experiment has unless it says otherwise. */
  private static final SimulatedSessions SHORT = new SimulatedSessions(3, 0.04, 0.015);

  /** A session of that length while something else disturbs its blocks. */
  private static final SimulatedSessions DISTURBED = new SimulatedSessions(3, 0.08, 0.015);

  /** Shares of simulated gates. */
  private record Shares(double alarms, double passed, double held) {}

  /**
   * Gates against accepted sessions.
   *
   * @param accepted sessions of the reference
   * @param change of the mesh in the new session, as a ratio − 1
   */
  private static Shares simulate(
      SimulatedSessions kind,
      int accepted,
      double change,
      double margin,
      int times,
      BiFunction<SimulatedSessions, Random, Ledger> ledger) {
    return simulate(kind, kind, accepted, change, margin, times, ledger);
  }

  private static Shares simulate(
      SimulatedSessions kind,
      SimulatedSessions newest,
      int accepted,
      double change,
      double margin,
      int times,
      BiFunction<SimulatedSessions, Random, Ledger> ledger) {
    Random random = new Random(24);
    int alarms = 0;
    int passed = 0;
    int held = 0;
    int rows = 0;
    for (int i = 0; i < times; i++) {
      AcceptedSessions reference = new AcceptedSessions("x", kind.sessions(accepted, random));
      SessionFigures now = newest.session(accepted, Math.log1p(change), random);
      RegressionCheck check =
          RegressionCheck.of(reference, now, margin, ledger.apply(kind, random));
      alarms += check.open() ? 0 : 1;
      passed += check.rows(Outcome.NONE).size() == check.rows().size() ? 1 : 0;
      held += (int) check.rows().stream().filter(row -> row.interval().contains(change)).count();
      rows += check.rows().size();
    }
    return new Shares(alarms / (double) times, passed / (double) times, held / (double) rows);
  }

  private static Ledger none(SimulatedSessions kind, Random random) {
    return NONE;
  }

  /** A/A pairs of ten more sessions. */
  private static Ledger pairs(SimulatedSessions kind, Random random) {
    List<SessionFigures> sessions = kind.sessions(10, random);
    return (plan, metric) ->
        Optional.of(
            BetweenSessions.of(
                    sessions.stream().map(it -> SimulatedSessions.pair(it, metric)).toList())
                .scaled(0.75));
  }

  @Test
  void equalSessionsRaiseNoMoreAlarmsThanTheLevel() {
    Shares equal = simulate(REAL, 12, 0, 0, 400, RegressionCheckTest::none);

    assertThat(equal.alarms()).isLessThan(0.08);
    assertThat(equal.held()).isGreaterThan(0.93);
  }

  /** Arms of one session: the mesh of these is e times the baseline, less what is given. */
  private static Shares simulateWithin(double change, double margin, int times) {
    Random random = new Random(7);
    int alarms = 0;
    int passed = 0;
    int held = 0;
    int rows = 0;
    SimulatedSessions blocks = new SimulatedSessions(6, 0.04, 0);
    for (int i = 0; i < times; i++) {
      RegressionCheck check =
          RegressionCheck.within(
              blocks.session(i, Math.log1p(change) - 1, random), Variant.BASELINE, margin);
      alarms += check.open() ? 0 : 1;
      passed += check.rows(Outcome.NONE).size() == check.rows().size() ? 1 : 0;
      held += (int) check.rows().stream().filter(row -> row.interval().contains(change)).count();
      rows += check.rows().size();
    }
    return new Shares(alarms / (double) times, passed / (double) times, held / (double) rows);
  }

  @Test
  void twoArmsOfASessionAreComparedWithTheErrorOfItsBlocks() {
    Shares equal = simulateWithin(0, 0, 1_000);
    assertThat(equal.alarms()).isLessThan(0.07);
    assertThat(equal.held()).isBetween(0.93, 0.97);

    assertThat(simulateWithin(0, 0.10, 200).passed()).as("equal, shown").isGreaterThan(0.5);
    assertThat(simulateWithin(0.20, 0.05, 200).alarms()).isGreaterThan(0.9);
  }

  @Test
  void tenPercentAreFoundBeyondAMarginOfTwo() {
    Shares planted = simulate(REAL, 12, 0.10, 0.02, 200, RegressionCheckTest::none);

    assertThat(planted.alarms()).isGreaterThan(0.85);
    assertThat(planted.passed()).isZero();
  }

  @Test
  void threeBlocksFindFifteenPercentAndADisturbanceRaisesFewAlarms() {
    Shares planted = simulate(SHORT, 12, 0.15, 0.02, 200, RegressionCheckTest::none);
    Shares disturbed = simulate(SHORT, DISTURBED, 12, 0, 0.02, 400, RegressionCheckTest::none);

    assertThat(planted.alarms()).isGreaterThan(0.85);
    assertThat(disturbed.alarms()).isLessThan(0.08);
  }

  @Tag("long")
  @Test
  void falseAlarmsAndPowerByManySessions() {
    int times = 4000;
    Shares equal = simulate(REAL, 12, 0, 0.05, times, RegressionCheckTest::none);
    Shares atMargin = simulate(REAL, 12, 0.05, 0.05, times, RegressionCheckTest::none);
    Shares zero = simulate(REAL, 12, 0, 0, times, RegressionCheckTest::none);
    Shares three = simulate(REAL, 3, 0, 0, times, RegressionCheckTest::none);
    Shares ledger = simulate(REAL, 1, 0, 0, times, RegressionCheckTest::pairs);
    Shares blocksOnly = simulate(REAL, 1, 0, 0, times, RegressionCheckTest::none);
    Shares blocksOnlyWithMargin = simulate(REAL, 1, 0, 0.05, times, RegressionCheckTest::none);
    Shares ten = simulate(REAL, 12, 0.10, 0.05, times, RegressionCheckTest::none);
    Shares tenOfTwo = simulate(REAL, 12, 0.10, 0.02, times, RegressionCheckTest::none);
    Shares brief = simulate(SHORT, 12, 0, 0, times, RegressionCheckTest::none);
    Shares briefTen = simulate(SHORT, 12, 0.10, 0.02, times, RegressionCheckTest::none);
    Shares briefFifteen = simulate(SHORT, 12, 0.15, 0.02, times, RegressionCheckTest::none);
    Shares briefThree = simulate(SHORT, 3, 0, 0, times, RegressionCheckTest::none);
    Shares disturbed = simulate(SHORT, DISTURBED, 12, 0, 0, times, RegressionCheckTest::none);
    Shares disturbedTwo = simulate(SHORT, DISTURBED, 12, 0, 0.02, times, RegressionCheckTest::none);
    System.out.printf(
        "three blocks: equal, margin 0: %s, three accepted %s; 10 %% at margin 2 %%: %s, 15 %%: %s; disturbed, margin 0: %s, 2 %%: %s%n",
        brief, briefThree, briefTen, briefFifteen, disturbed, disturbedTwo);
    System.out.printf(
        "equal, margin 5 %%: %s%n5 %% at margin 5 %%: %s%nequal, margin 0: %s, three accepted %s, ledger %s, blocks only %s, blocks only with margin %s%n10 %% at margin 5 %%: %s, at margin 2 %%: %s%n",
        equal, atMargin, zero, three, ledger, blocksOnly, blocksOnlyWithMargin, ten, tenOfTwo);

    assertThat(equal.alarms()).isLessThan(0.002);
    assertThat(atMargin.alarms()).isLessThan(0.06);
    assertThat(zero.alarms()).isLessThan(0.06);
    assertThat(zero.held()).isCloseTo(0.955, within(0.015));
    assertThat(three.alarms()).isLessThan(0.06);
    assertThat(ledger.alarms()).isLessThan(0.06);
    // Without the spread between sessions intervals are too short; the margin makes up for it.
    assertThat(blocksOnly.held()).isBetween(0.75, 0.93);
    assertThat(blocksOnlyWithMargin.alarms()).isLessThan(0.03);
    assertThat(ten.alarms()).isGreaterThan(0.45);
    assertThat(tenOfTwo.alarms()).isGreaterThan(0.9);
    assertThat(brief.alarms()).isLessThan(0.06);
    assertThat(briefThree.alarms()).isLessThan(0.06);
    assertThat(disturbed.alarms()).isLessThan(0.12);
  }

  @Test
  void aRowIsRegressionNoneOrUndecidedWithTheEffectThatWouldHaveBeenFound() {
    Random random = new Random(3);
    AcceptedSessions accepted = new AcceptedSessions("x", REAL.sessions(12, random));

    RegressionCheck worse =
        RegressionCheck.of(accepted, REAL.session(13, Math.log(1.5), random), 0.05, NONE);
    assertThat(worse.open()).isFalse();
    assertThat(worse.rows(Outcome.REGRESSION)).hasSize(3);
    assertThat(worse.rows())
        .allSatisfy(
            row -> {
              assertThat(row.arm().label()).isEqualTo("istio-mtls (model)");
              assertThat(row.interval().contains(0.5)).isTrue();
              assertThat(row.source()).isEqualTo(Source.ACCEPTED);
            });

    RegressionCheck better =
        RegressionCheck.of(accepted, REAL.session(13, Math.log(0.8), random), 0.05, NONE);
    assertThat(better.rows(Outcome.NONE)).hasSize(3);

    RegressionCheck close =
        RegressionCheck.of(accepted, REAL.session(13, Math.log(1.05), random), 0.05, NONE);
    assertThat(close.open()).isTrue();
    assertThat(close.rows(Outcome.UNDECIDED))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.detectable(0.05)).isBetween(0.06, 0.3));
  }

  @Test
  void fewAcceptedSessionsUseTheLedgerOrSayThatTheSpreadIsUnknown() {
    Random random = new Random(4);
    AcceptedSessions one = new AcceptedSessions("x", REAL.sessions(1, random));
    SessionFigures now = REAL.session(2, 0, random);

    RegressionCheck blind = RegressionCheck.of(one, now, 0.05, NONE);
    RegressionCheck known =
        RegressionCheck.of(one, now, 0.05, pairs(new SimulatedSessions(6, 0.04, 0.05), random));

    assertThat(blind.rows())
        .allSatisfy(
            row -> {
              assertThat(row.source()).isEqualTo(Source.UNKNOWN);
              assertThat(row.spread()).isEmpty();
            });
    assertThat(known.rows()).allMatch(row -> row.source() == Source.LEDGER);
    for (int i = 0; i < 3; i++) {
      assertThat(known.rows().get(i).interval().width())
          .isGreaterThan(blind.rows().get(i).interval().width());
    }
  }

  @Test
  void lessThroughputIsWorse() {
    AcceptedSessions accepted =
        new AcceptedSessions("x", List.of(stream(1, 0), stream(2, 0.01), stream(3, -0.01)));

    RegressionCheck check = RegressionCheck.of(accepted, stream(4, -0.3), 0.05, NONE);

    assertThat(check.rows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.outcome()).isEqualTo(Outcome.REGRESSION);
              assertThat(row.relative()).isCloseTo(Math.expm1(-0.3), within(0.01));
              assertThat(row.interval().contains(row.relative())).isTrue();
              assertThat(row.detectable(0.05)).isNegative();
            });
    assertThat(RegressionCheck.of(accepted, stream(4, 0.3), 0.05, NONE).rows(Outcome.NONE))
        .hasSize(1);
  }

  private static SessionFigures stream(int day, double change) {
    SessionFigures like = REAL.session(day, 0, new Random(day));
    List<ArmFigures> arms = new ArrayList<>();
    for (ArmFigures arm : like.arms()) {
      double mean = SessionFigures.isBaseline(arm) ? 0 : -1 + change;
      arms.add(
          new ArmFigures(
              arm.plan(),
              arm.arm(),
              false,
              arm.choices(),
              Map.of(
                  Metric.TCP_THROUGHPUT,
                  new TreeMap<>(Map.of(1, mean, 2, mean + 0.01, 3, mean - 0.01)))));
    }
    return new SessionFigures(
        like.session(), like.started(), like.archive(), like.environment(), like.load(), arms);
  }

  @Test
  void whatCannotBeComparedIsSaid() {
    Random random = new Random(5);
    SessionFigures before = REAL.session(1, 0, random);
    SessionFigures two = new SimulatedSessions(2, 0.04, 0).session(2, 0, random);

    RegressionCheck short2 =
        RegressionCheck.of(new AcceptedSessions("x", List.of(before)), two, 0.05, NONE);
    assertThat(short2.rows()).isEmpty();
    assertThat(short2.notes()).singleElement().asString().contains("needs 3 blocks");

    SessionFigures without = with(before, before.arms().subList(0, 2));
    assertThat(check(without, before).notes())
        .containsExactly(
            "istio-mtls (model) under plan steady is in no accepted session: it is not compared");
    assertThat(check(before, without).notes())
        .containsExactly(
            "istio-mtls (model) under plan steady was accepted and is not in this session");

    ArmFigures mesh = before.arms().get(2);
    ArmFigures slower =
        new ArmFigures(
            mesh.plan(),
            mesh.arm(),
            true,
            new TreeMap<>(Map.of("mesh", "istio-mtls", "added-delay", "500us")),
            mesh.logs());
    RegressionCheck changed =
        check(before, with(before, List.of(before.arms().get(0), before.arms().get(1), slower)));
    assertThat(changed.rows()).hasSize(3);
    assertThat(changed.notes()).singleElement().asString().contains("added-delay=500us");
  }

  private static RegressionCheck check(SessionFigures accepted, SessionFigures now) {
    return RegressionCheck.of(new AcceptedSessions("x", List.of(accepted)), now, 0.05, NONE);
  }

  private static SessionFigures with(SessionFigures like, List<ArmFigures> arms) {
    return new SessionFigures(
        like.session(), like.started(), like.archive(), like.environment(), like.load(), arms);
  }

  @Test
  void theStateOfTheMachineCancels() {
    Random random = new Random(6);
    SessionFigures session = REAL.session(1, 0, random);
    ArmFigures mesh = session.arms().get(2);
    Moments ratio = session.ratio(mesh, Metric.RESPONSE_P50).orElseThrow();

    assertThat(ratio.standardDeviation())
        .isLessThan(mesh.level(Metric.RESPONSE_P50).orElseThrow().standardDeviation());
    assertThat(session.ratio(session.arms().get(0), Metric.RESPONSE_P50)).isEmpty();
  }
}
