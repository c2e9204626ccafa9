package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.stats.CoverageSimulation.Kind;
import io.meshgauge.stats.CoverageSimulation.Shape;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A small version of {@code docs/benchmarks/coverage}: what is printed as a level is one. */
@Tag("rule-18")
class CoverageTest {
  private static final int SESSIONS = 4000;

  /** Three standard errors of a coverage of 75 %, of 4,000 sessions. */
  private static final double CHANCE = 0.021;

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "MEDIAN, NORMAL, 3",
    "MEDIAN, LOG_NORMAL, 7",
    "MEDIAN, CONTAMINATED, 10",
    "DIFFERENCE, NORMAL, 3",
    "DIFFERENCE, LOG_NORMAL, 3",
    "DIFFERENCE, NOISIER, 5",
    "DIFFERENCE, BLOCKS, 7",
    "DIFFERENCE, BLOCKS, 20"
  })
  void theIntervalsHoldTheTruthAsOftenAsTheySay(Kind kind, Shape shape, int n) {
    double found = CoverageSimulation.coverage(kind, shape, n, kind.truth(shape), SESSIONS);

    assertThat(found).isCloseTo(kind.level(n), within(CHANCE));
  }

  @Test
  void equalArmsDifferInOneSessionOfTwenty() {
    PowerSimulation.Outcome equal = PowerSimulation.fixed(Shape.NORMAL, 4, 1, SESSIONS);

    assertThat(equal.found()).isCloseTo(0.05, within(0.012));
    assertThat(equal.held()).isCloseTo(0.95, within(0.012));
  }

  /** Noncentral t with 6 degrees of freedom: effect ln 1.1, standard deviation 6 % · √1.5. */
  @Test
  void aTenthIsFoundAsOftenAsTheoryHasIt() {
    assertThat(PowerSimulation.fixed(Shape.NORMAL, 7, 1.1, SESSIONS).found())
        .isCloseTo(0.82, within(0.03));
  }

  @Test
  void intervalsHoldTheTruthAfterStopping() {
    PowerSimulation.Outcome equal = PowerSimulation.stopped(Shape.NORMAL, 1, SESSIONS / 4);

    assertThat(equal.found()).isLessThan(0.075);
    assertThat(equal.held()).isGreaterThan(0.925);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void belowThreeBlocksNothingIsCalledNinetyFivePerCent(int n) {
    assertThat(Kind.DIFFERENCE.level(n)).isZero();
    assertThat(CoverageSimulation.coverage(Kind.DIFFERENCE, Shape.NORMAL, n, 0, 10)).isZero();
  }
}
