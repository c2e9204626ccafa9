package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reference values by SciPy 1.17.1: {@code ttest_ind(b, a, equal_var=False)}, {@code
 * mannwhitneyu(b, a)}, {@code permutation_test}, {@code t.ppf}.
 */
@Tag("rule-18")
class TestsAgainstSciPyTest {
  private static final double[] A = {10.1, 10.4, 9.8, 10.9, 10.2, 10.6};
  private static final double[] B = {12.3, 12.9, 11.8, 13.5, 12.2, 12.7, 12.1};
  private static final Offset<Double> EXACTLY = within(1e-9);

  @Test
  void welchAgreesWithSciPyInStatisticDegreesAndInterval() {
    Welch welch = Welch.of(A, B).orElseThrow();

    assertThat(welch.t()).isCloseTo(8.060486407455837, EXACTLY);
    assertThat(welch.degreesOfFreedom()).isCloseTo(10.514415524920448, EXACTLY);
    assertThat(welch.p()).isCloseTo(8.076890818868949e-06, within(1e-15));
    assertThat(welch.interval().low()).isCloseTo(1.5716889816219939, EXACTLY);
    assertThat(welch.interval().high()).isCloseTo(2.7616443517113383, EXACTLY);
  }

  @Test
  void welchOfSwappedArmsChangesOnlyItsSign() {
    Welch forth = Welch.of(A, B).orElseThrow();
    Welch back = Welch.of(B, A).orElseThrow();

    assertThat(back.t()).isCloseTo(-forth.t(), EXACTLY);
    assertThat(back.p()).isCloseTo(forth.p(), within(1e-15));
    assertThat(back.interval().low()).isCloseTo(-forth.interval().high(), EXACTLY);
  }

  @Test
  void welchIsNotDefinedForOneReplicateNorWithoutVariation() {
    assertThat(Welch.of(new double[] {1}, B)).isEmpty();
    assertThat(Welch.of(new double[] {2, 2, 2}, new double[] {3, 3, 3})).isEmpty();
    assertThat(EffectSize.of(new double[] {1}, B)).isEmpty();
    assertThat(EffectSize.of(new double[] {2, 2, 2}, new double[] {3, 3, 3})).isEmpty();
  }

  @Test
  void welchIsDefinedWhenOnlyOneArmVaries() {
    Welch welch = Welch.of(new double[] {2, 2, 2}, new double[] {3, 4, 5}).orElseThrow();

    assertThat(welch.degreesOfFreedom()).isCloseTo(2, EXACTLY);
    assertThat(welch.interval().contains(2)).isTrue();
  }

  @Test
  void effectSizeIsPooledAndHedgesTakesItsBiasAway() {
    EffectSize effect = EffectSize.of(A, B).orElseThrow();

    assertThat(effect.cohensD()).isCloseTo(4.346524637312461, EXACTLY);
    assertThat(effect.hedgesG()).isCloseTo(4.043278732383684, EXACTLY);
  }

  @Test
  void mannWhitneyIsExactWithoutTies() {
    MannWhitney test = MannWhitney.of(A, B);

    assertThat(test.u()).isEqualTo(42);
    assertThat(test.p()).isCloseTo(0.0011655011655011655, EXACTLY);
  }

  /** By {@code permutation_test} of all deals of the values, two-sided. */
  @ParameterizedTest
  @CsvSource({
    "0 0 0,                3 3.2 2.9,                9,    0.1",
    "2 4 4 5 2,            1 2 2 3,                  4,    0.1746031746031746",
    "5 6 6 8 9 9,          5 5 6 7,                  6,    0.23809523809523808",
    "1 1 2,                1 1,                      2,    1",
    "1.2 1.5 1.5 2.2 2.2 2.4, 0.9 1.2 1.2 1.5 1.9,   6,    0.12121212121212122",
    "1 2 2 3 4 4 5 5,      3 4 5 5 6 6 7 8,       54.5,    0.016006216006216007"
  })
  void mannWhitneyIsExactWithTies(String baseline, String variant, double u, double p) {
    MannWhitney test = MannWhitney.of(numbers(baseline), numbers(variant));

    assertThat(test.u()).isEqualTo(u);
    assertThat(test.p()).isCloseTo(p, EXACTLY);
    assertThat(test.p()).isGreaterThanOrEqualTo(test.smallestP());
  }

  private static double[] numbers(String words) {
    return Arrays.stream(words.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
  }

  /** Beyond that it is the normal approximation with SciPy's correction of ties. */
  @Test
  void mannWhitneyOfMoreThanTwentyCorrectsForTies() {
    double[] x = {1, 2, 2, 3, 4, 4, 5, 5, 6, 6, 6};
    double[] y = {3, 4, 5, 5, 6, 6, 7, 8, 8, 9};

    assertThat(MannWhitney.of(x, y).p()).isCloseTo(0.03248584208365105, EXACTLY);
  }

  @Test
  void mannWhitneyOfThreeAgainstThreeCannotFallBelowOneTenth() {
    MannWhitney apart = MannWhitney.of(new double[] {1, 2, 3}, new double[] {4, 5, 6});

    assertThat(apart.p()).isCloseTo(0.1, EXACTLY);
    assertThat(apart.smallestP()).isCloseTo(0.1, EXACTLY);
    assertThat(apart.canReach(0.05)).isFalse();
    assertThat(MannWhitney.of(new double[4], new double[4]).canReach(0.05))
        .as("all alike")
        .isFalse();
    assertThat(MannWhitney.of(new double[] {1, 2, 3, 4}, new double[] {5, 6, 7, 8}).canReach(0.05))
        .isTrue();
  }
}
