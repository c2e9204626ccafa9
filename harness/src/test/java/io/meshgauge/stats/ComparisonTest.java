package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rule-8")
@Tag("rule-18")
class ComparisonTest {
  private static final double[] BASE = {10.0, 10.2, 10.1};
  private static final double[] SLOW = {15.0, 15.3, 14.9};
  private static final NoiseFloor SMALL = floor(0.3);

  private static NoiseFloor floor(double width) {
    return NoiseFloor.of(
        Metric.RESPONSE_P99,
        new double[] {10, 10, 10},
        new double[] {10 + width, 10 + width, 10 + width},
        1);
  }

  private static Comparison latency(
      double[] baseline, double[] variant, Optional<NoiseFloor> floor) {
    return Comparison.of(
        Metric.RESPONSE_P99, Replicates.of(baseline), Replicates.of(variant), floor);
  }

  private static List<String> texts(Comparison comparison) {
    return comparison.warnings().stream().map(Warning::text).toList();
  }

  @Test
  void aVariantAboveIntervalAndFloorIsHigherAndForLatencyWorse() {
    Comparison comparison = latency(BASE, SLOW, Optional.of(SMALL));

    assertThat(comparison.verdict()).isEqualTo(Verdict.HIGHER);
    assertThat(comparison.worse()).isTrue();
    assertThat(comparison.better()).isFalse();
    assertThat(comparison.difference().absolute()).isCloseTo(4.966, within(1e-3));
    // The geometric mean of 15/10, 15.3/10.2, 14.9/10.1, less one.
    assertThat(comparison.difference().relative().orElseThrow()).isCloseTo(0.49170, within(1e-5));
  }

  @Test
  void moreThroughputIsBetter() {
    Comparison comparison =
        Comparison.of(
            Metric.THROUGHPUT, Replicates.of(SLOW), Replicates.of(BASE), Optional.empty());

    assertThat(comparison.verdict()).isEqualTo(Verdict.LOWER);
    assertThat(comparison.worse()).isTrue();
  }

  @Test
  void aDifferenceInsideTheNoiseFloorIsPrintedAsTilde() {
    Comparison comparison = latency(BASE, SLOW, Optional.of(floor(6)));

    assertThat(comparison.difference().interval().orElseThrow().contains(0)).isFalse();
    assertThat(comparison.verdict()).isEqualTo(Verdict.INDISTINGUISHABLE);
    assertThat(comparison.verdict().symbol()).isEqualTo("~");
  }

  @Test
  void overlappingReplicatesAreIndistinguishable() {
    Comparison comparison = latency(BASE, new double[] {10.15, 12, 13}, Optional.of(SMALL));

    assertThat(comparison.difference().absolute()).isGreaterThan(SMALL.absolute());
    assertThat(comparison.verdict()).isEqualTo(Verdict.INDISTINGUISHABLE);
  }

  @Test
  void twoReplicatesTellNothingApart() {
    Comparison comparison =
        latency(new double[] {1, 1.1}, new double[] {100, 101}, Optional.of(floor(0)));

    assertThat(comparison.verdict()).isEqualTo(Verdict.INDISTINGUISHABLE);
    assertThat(texts(comparison))
        .contains(
            "too few replicates to tell anything apart: 2 against 2, no interval; at least 3 blocks that both arms have are needed");
  }

  @Test
  void onlyBlocksThatBothArmsHaveAreCompared() {
    Replicates baseline = new Replicates(new TreeMap<>(Map.of(1, 10.0, 2, 20.0, 3, 40.0, 5, 1.0)));
    Replicates variant = new Replicates(new TreeMap<>(Map.of(1, 11.0, 2, 22.0, 3, 44.0, 4, 9.0)));

    Difference difference = Difference.of(baseline, variant);

    assertThat(difference.relative().orElseThrow()).isCloseTo(0.1, within(1e-12));
    assertThat(difference.absolute()).as("at 20 ms").isCloseTo(2, within(1e-12));
    assertThat(difference.relativeInterval().orElseThrow().width()).isCloseTo(0, within(1e-12));
    assertThat(Difference.of(Replicates.of(1, 2), Replicates.of(2, 3)).interval()).isEmpty();
  }

  /** By SciPy: {@code ttest_rel(log(b), log(a)).confidence_interval()}, turned back. */
  @Test
  void theIntervalIsThatOfStudentOnLogRatios() {
    Difference difference =
        Difference.of(Replicates.of(10.1, 10.4, 9.8, 10.9), Replicates.of(12.3, 12.9, 11.8, 12.7));

    assertThat(difference.relativeInterval().orElseThrow().low())
        .isCloseTo(0.1570901654790116, within(1e-9));
    assertThat(difference.relativeInterval().orElseThrow().high())
        .isCloseTo(0.25811236080837446, within(1e-9));
  }

  @Test
  void aMissingNoiseFloorIsSaid() {
    assertThat(texts(latency(BASE, SLOW, Optional.empty())))
        .anyMatch(text -> text.startsWith("no noise floor: the session has no A/A pair"));
    assertThat(texts(latency(BASE, SLOW, Optional.of(SMALL))))
        .noneMatch(text -> text.startsWith("no noise floor"));
  }

  @Test
  void disagreementOfTestAndVerdictIsSaidInBothDirections() {
    Comparison hidden = latency(BASE, SLOW, Optional.of(floor(6)));
    // Blocks drift, and the variant is slower by a tenth in each of them.
    Comparison drifting =
        latency(new double[] {10, 14, 20}, new double[] {11, 15.5, 22}, Optional.of(SMALL));

    assertThat(texts(hidden))
        .anyMatch(text -> text.startsWith("Welch's test calls the means different"));
    assertThat(drifting.verdict()).isEqualTo(Verdict.HIGHER);
    assertThat(texts(drifting))
        .anyMatch(text -> text.startsWith("Welch's test does not confirm it"));
  }

  @Test
  void aBaselineOfZeroHasNoRelativeDifference() {
    Comparison comparison =
        Comparison.of(
            Metric.ERROR_RATIO,
            Replicates.of(0, 0, 0),
            Replicates.of(0.1, 0.2, 0.15),
            Optional.empty());

    assertThat(comparison.difference().relative()).isEmpty();
    assertThat(comparison.difference().relativeInterval()).isEmpty();
    assertThat(comparison.verdict()).isEqualTo(Verdict.HIGHER);
  }

  @Test
  void aFamilyIsAdjustedByHolmAndKeepsItsOrder() {
    double[] nearly = {10.4, 10.6, 10.3};
    double[] constant = {10, 10, 10};
    List<Comparison> alone =
        List.of(
            latency(BASE, nearly, Optional.of(SMALL)),
            latency(constant, constant, Optional.of(SMALL)),
            latency(BASE, SLOW, Optional.of(SMALL)));

    List<Comparison> family = Comparison.family(alone);

    double first = alone.get(0).tests().adjustedP().orElseThrow();
    double last = alone.get(2).tests().adjustedP().orElseThrow();
    assertThat(family.get(0).tests().adjustedP().orElseThrow()).isCloseTo(first, within(1e-12));
    assertThat(family.get(1).tests().adjustedP()).isEmpty();
    assertThat(family.get(2).tests().adjustedP().orElseThrow()).isCloseTo(2 * last, within(1e-12));
    assertThat(family).extracting(Comparison::verdict).isEqualTo(verdicts(alone));
  }

  private static List<Verdict> verdicts(List<Comparison> comparisons) {
    return comparisons.stream().map(Comparison::verdict).toList();
  }

  @Test
  void warningsOfAFamilyAreReplaced() {
    List<Comparison> once = Comparison.family(List.of(latency(BASE, SLOW, Optional.empty())));

    assertThat(Comparison.family(once)).isEqualTo(once);
    assertThat(once.get(0).warnings()).doesNotHaveDuplicates();
  }

  @Test
  void equalArmsOfThreeReplicatesAreRarelyDistinguished() {
    int n = 3;
    Random random = new Random(43);
    int sessions = 500;
    int falseFindings = 0;
    for (int session = 0; session < sessions; session++) {
      NoiseFloor floor =
          NoiseFloor.of(Metric.RESPONSE_P99, skewed(random, n), skewed(random, n), session);
      Comparison comparison = latency(skewed(random, n), skewed(random, n), Optional.of(floor));
      falseFindings += comparison.verdict() == Verdict.INDISTINGUISHABLE ? 0 : 1;
    }
    assertThat((double) falseFindings / sessions).as("seed 43").isLessThan(0.05);
  }

  @Test
  void aCostOfFiveDeviationsIsFoundWithFiveReplicates() {
    Random random = new Random(50);
    int found = 0;
    for (int session = 0; session < 100; session++) {
      double[] slower = skewed(random, 5);
      for (int i = 0; i < slower.length; i++) {
        slower[i] += 0.02;
      }
      NoiseFloor floor =
          NoiseFloor.of(Metric.RESPONSE_P99, skewed(random, 5), skewed(random, 5), session);
      double[] base = skewed(random, 5);
      found += latency(base, slower, Optional.of(floor)).worse() ? 1 : 0;
    }
    assertThat(found).as("seed 50").isGreaterThan(90);
  }

  private static double[] skewed(Random random, int n) {
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = 0.02 * Math.exp(0.2 * random.nextGaussian());
    }
    return values;
  }
}
