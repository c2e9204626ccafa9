package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Reference values by SciPy 1.17.1: {@code ttest_ind(b, a, equal_var=False)}, {@code
 * mannwhitneyu(b, a)}, {@code t.ppf}.
 */
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

  @Test
  void mannWhitneyCorrectsForTies() {
    double[] x = {1, 2, 2, 3, 4, 4, 5, 5};
    double[] y = {3, 4, 5, 5, 6, 6, 7, 8};

    MannWhitney test = MannWhitney.of(x, y);

    assertThat(test.u()).isEqualTo(54.5);
    assertThat(test.p()).isCloseTo(0.0192891122530002, EXACTLY);
  }

  @Test
  void mannWhitneyOfThreeAgainstThreeCannotFallBelowOneTenth() {
    MannWhitney apart = MannWhitney.of(new double[] {1, 2, 3}, new double[] {4, 5, 6});

    assertThat(apart.p()).isCloseTo(0.1, EXACTLY);
    assertThat(apart.smallestP()).isCloseTo(0.1, EXACTLY);
    assertThat(apart.canReach(0.05)).isFalse();
    assertThat(MannWhitney.of(new double[4], new double[4]).canReach(0.05)).isTrue();
  }

  @Test
  void detectableEffectShrinksWithReplicates() {
    assertThat(DetectableEffect.of(A, 3).absolute()).isCloseTo(1.1781575923321959, EXACTLY);
    assertThat(DetectableEffect.of(A, 5).absolute()).isCloseTo(0.7843230750241973, EXACTLY);
    assertThat(DetectableEffect.of(A, 10).absolute()).isCloseTo(0.5143407644004382, EXACTLY);
    assertThat(DetectableEffect.of(A, 10).relative().orElseThrow())
        .isCloseTo(0.5143407644004382 / 10.3, EXACTLY);
  }

  @Test
  void detectableEffectOfOneRunIsRefusedInWords() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DetectableEffect.of(new double[] {1}, 5))
        .withMessageContaining("from a pilot of 1; expected at least 2 of each");
  }
}
