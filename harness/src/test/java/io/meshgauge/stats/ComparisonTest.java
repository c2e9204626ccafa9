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
  private static final NoiseFloor SMALL =
      NoiseFloor.of(
          Metric.RESPONSE_P99, Replicates.of(10, 10.1, 10.2), Replicates.of(10.1, 10, 10.2));

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
  void overlappingReplicatesAreUndecidedAndSayWhatWouldHaveBeenFound() {
    Comparison comparison = latency(BASE, new double[] {10.15, 12, 13}, Optional.of(SMALL));

    assertThat(comparison.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(comparison.verdict().symbol()).isEqualTo("?");
    // (4.303 + 1.061) · sd / √3 of the log ratios 0.0149, 0.1625, 0.2524, turned back to a ratio.
    assertThat(comparison.detectable().orElseThrow()).isCloseTo(0.4500, within(1e-3));
    // 2.571 · 0.1199 / √6 = 0.126 is below the mean of 0.143; with five blocks it is 0.149.
    assertThat(comparison.difference().blocksToDecide(0.05)).hasValue(6);
    // 4.303 · 0.1199 / √3 = 0.298 is below ln 1.4.
    assertThat(comparison.difference().blocksToDecide(0.4)).hasValue(3);
  }

  @Test
  void armsThatAgreeWithinFivePercentAreEquivalent() {
    Comparison comparison =
        latency(
            new double[] {10, 10.2, 10.1, 10},
            new double[] {10.1, 10.1, 10.2, 10},
            Optional.empty());

    assertThat(comparison.verdict()).isEqualTo(Verdict.EQUIVALENT);
    assertThat(comparison.verdict().symbol()).isEqualTo("=");
    assertThat(comparison.difference().equivalent(0.001, Comparison.LEVEL)).isFalse();
  }

  @Test
  void twoReplicatesDecideNothing() {
    Comparison comparison =
        latency(new double[] {1, 1.1}, new double[] {100, 101}, Optional.of(SMALL));

    assertThat(comparison.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(comparison.detectable()).isEmpty();
    assertThat(texts(comparison))
        .contains(
            "too few replicates to distinguish the arms: 2 against 2, no interval; both arms need"
                + " at least 3 blocks in common");
  }

  @Test
  void bothMeasurementsOfTheBaselineAreTheBaseline() {
    Difference difference =
        Difference.of(
            List.of(Replicates.of(8, 10, 12), Replicates.of(12.5, 14.4, 27)),
            Replicates.of(11, 13.2, 19.8));

    assertThat(difference.relative().orElseThrow())
        .as("over √(8·12.5)")
        .isCloseTo(0.1, within(1e-9));
    assertThat(difference.blocks()).isEqualTo(3);
  }

  @Test
  void aVoidRunOfTheSecondBaselineDoesNotCostTheInterval() {
    Replicates baseline = Replicates.of(8, 10, 12);
    Replicates variant = Replicates.of(8.8, 11, 13.2);
    Replicates again = new Replicates(new TreeMap<>(Map.of(1, 8.0, 2, 10.0)));

    Difference difference = Difference.of(List.of(baseline, again), variant);
    assertThat(difference.blocks()).as("with the first baseline").isEqualTo(3);
    assertThat(difference.interval()).isPresent();
    assertThat(difference.relative().orElseThrow()).isCloseTo(0.1, within(1e-9));

    Replicates four = Replicates.of(8.8, 11, 13.2, 15.4);
    Replicates three = new Replicates(new TreeMap<>(Map.of(1, 8.0, 2, 10.0, 4, 14.0)));
    assertThat(Difference.of(List.of(Replicates.of(8, 10, 12, 14), three), four).blocks())
        .as("enough in common with both")
        .isEqualTo(3);
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
  void aMissingAaPairIsSaid() {
    assertThat(texts(latency(BASE, SLOW, Optional.empty())))
        .anyMatch(text -> text.startsWith("no A/A pair"));
    assertThat(texts(latency(BASE, SLOW, Optional.of(SMALL))))
        .noneMatch(text -> text.startsWith("no A/A pair"));
  }

  /** Both are slower by a tenth in every block, which an unpaired test would not see. */
  @Test
  void aDifferenceIsFoundAlthoughTheBlocksDrift() {
    Comparison drifting =
        latency(new double[] {10, 14, 20}, new double[] {11, 15.5, 22}, Optional.of(SMALL));

    assertThat(drifting.verdict()).isEqualTo(Verdict.HIGHER);
    assertThat(drifting.tests().welch().orElseThrow().p()).isGreaterThan(0.5);
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

    double first = alone.get(0).adjustedP().orElseThrow();
    double last = alone.get(2).adjustedP().orElseThrow();
    assertThat(first).isEqualTo(alone.get(0).difference().p().orElseThrow());
    assertThat(family.get(0).adjustedP().orElseThrow()).isCloseTo(2 * first, within(1e-12));
    assertThat(family.get(1).adjustedP().orElseThrow()).isEqualTo(1);
    assertThat(family.get(2).adjustedP().orElseThrow()).isCloseTo(3 * last, within(1e-12));
    assertThat(family.get(1).verdict()).isEqualTo(Verdict.EQUIVALENT);
    assertThat(family.get(2).verdict()).isEqualTo(Verdict.HIGHER);
  }

  @Test
  void aFamilyOfOneChangesNothing() {
    List<Comparison> once = Comparison.family(List.of(latency(BASE, SLOW, Optional.empty())));

    assertThat(Comparison.family(once)).isEqualTo(once);
    assertThat(once.get(0).warnings()).doesNotHaveDuplicates();
  }

  @Test
  void equalArmsAreCalledDifferentInOneSessionOfTwenty() {
    Random random = new Random(43);
    int sessions = 4000;
    int found = 0;
    for (int session = 0; session < sessions; session++) {
      Comparison comparison = latency(skewed(random, 3), skewed(random, 3), Optional.of(SMALL));
      found += comparison.verdict().differs() ? 1 : 0;
    }
    assertThat((double) found / sessions).as("seed 43").isBetween(0.04, 0.06);
  }

  /** The figures of the review of the statistics for replicates with a deviation of 6 %. */
  @Test
  void aTenthIsFoundAsOftenAsPlanned() {
    assertThat(found(0.06, 5)).isGreaterThanOrEqualTo(0.55);
    assertThat(found(0.06, 7)).isGreaterThanOrEqualTo(0.80);
    assertThat(found(0.06, 10)).isGreaterThanOrEqualTo(0.93);
  }

  /** The share of sessions with an A/A pair that find a true difference of a tenth. */
  private static double found(double deviation, int blocks) {
    Random random = new Random(50);
    int sessions = 3000;
    int found = 0;
    for (int session = 0; session < sessions; session++) {
      List<Replicates> baseline =
          List.of(
              Replicates.of(logNormal(random, blocks, deviation, 1)),
              Replicates.of(logNormal(random, blocks, deviation, 1)));
      Replicates variant = Replicates.of(logNormal(random, blocks, deviation, 1.1));
      found +=
          Comparison.of(Metric.RESPONSE_P99, baseline, variant, Optional.empty()).worse() ? 1 : 0;
    }
    return (double) found / sessions;
  }

  private static double[] skewed(Random random, int n) {
    return logNormal(random, n, 0.2, 0.02);
  }

  private static double[] logNormal(Random random, int n, double deviation, double median) {
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = median * Math.exp(deviation * random.nextGaussian());
    }
    return values;
  }
}
