package io.meshgauge.stats;

import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One metric of one variant against the baseline of the same session.
 *
 * <p><b>Rule of the verdict.</b> The variant is {@link Verdict#HIGHER} or {@link Verdict#LOWER}
 * when (1) both arms have at least {@value #MINIMUM_REPLICATES} blocks in common, (2) the interval
 * of the difference within blocks excludes 0, and (3) the difference is larger than the noise
 * floor, where one was measured. Otherwise it is {@link Verdict#INDISTINGUISHABLE}.
 *
 * <p>Two equal arms pass (2) in one session of twenty; (3) makes it fewer. Where tests and verdict
 * disagree a warning says so.
 *
 * @param metric what is compared
 * @param baseline summary of the baseline
 * @param variant summary of the variant
 * @param difference variant against baseline, within blocks
 * @param tests printed next to it
 * @param noiseFloor what the baseline shows against itself; empty when no A/A pair was measured
 * @param verdict by the rule above
 * @param warnings reservations, at least about too few replicates and a missing noise floor
 */
public record Comparison(
    Metric metric,
    Summary baseline,
    Summary variant,
    Difference difference,
    Tests tests,
    Optional<NoiseFloor> noiseFloor,
    Verdict verdict,
    List<Warning> warnings) {

  /** With fewer replicates in an arm no difference is claimed. */
  public static final int MINIMUM_REPLICATES = Difference.BLOCKS;

  /** Level of the tests. */
  public static final double LEVEL = 0.05;

  public Comparison {
    warnings = List.copyOf(warnings);
  }

  /**
   * The comparison of two arms, a family of its own: see {@link #family}.
   *
   * @param baseline replicates of the baseline, at least one
   * @param variant replicates of the variant, at least one
   * @param noiseFloor of the same metric
   */
  public static Comparison of(
      Metric metric, Replicates baseline, Replicates variant, Optional<NoiseFloor> noiseFloor) {
    Difference difference = Difference.of(baseline, variant);
    Summary from = Summary.of(baseline.values());
    Summary to = Summary.of(variant.values());
    Comparison bare =
        new Comparison(
            metric,
            from,
            to,
            difference,
            Tests.of(baseline.values(), variant.values()),
            noiseFloor,
            verdict(difference, noiseFloor),
            List.of());
    return bare.with(bare.tests);
  }

  /**
   * The same comparisons as one family: Welch's p values adjusted by Holm, warnings renewed.
   *
   * @param comparisons all comparisons a reader will look through together, in any order
   */
  public static List<Comparison> family(List<Comparison> comparisons) {
    double[] adjusted =
        Holm.adjust(
            comparisons.stream()
                .flatMap(comparison -> comparison.tests.welch().stream())
                .mapToDouble(Welch::p)
                .toArray());
    List<Comparison> family = new ArrayList<>();
    int next = 0;
    for (Comparison comparison : comparisons) {
      boolean tested = comparison.tests.welch().isPresent();
      family.add(
          tested ? comparison.with(comparison.tests.adjusted(adjusted[next++])) : comparison);
    }
    return List.copyOf(family);
  }

  /** Whether the variant differs, and in the direction that is better for the metric. */
  public boolean better() {
    return verdict == (metric.moreIsBetter() ? Verdict.HIGHER : Verdict.LOWER);
  }

  /** Whether the variant differs, and in the direction that is worse for the metric. */
  public boolean worse() {
    return verdict == (metric.moreIsBetter() ? Verdict.LOWER : Verdict.HIGHER);
  }

  static Verdict verdict(Difference difference, Optional<NoiseFloor> floor) {
    double observed = difference.absolute();
    boolean differs =
        difference.interval().filter(interval -> !interval.contains(0)).isPresent()
            && floor.filter(noise -> noise.hides(observed)).isEmpty();
    if (!differs) {
      return Verdict.INDISTINGUISHABLE;
    }
    return observed > 0 ? Verdict.HIGHER : Verdict.LOWER;
  }

  private Comparison with(Tests others) {
    Comparison bare =
        new Comparison(
            metric, baseline, variant, difference, others, noiseFloor, verdict, List.of());
    return new Comparison(
        metric, baseline, variant, difference, others, noiseFloor, verdict, bare.reservations());
  }

  private List<Warning> reservations() {
    List<Warning> found = new ArrayList<>();
    if (difference.interval().isEmpty()) {
      String text =
          "too few replicates to tell anything apart: %d against %d, no interval; at least %d blocks that both arms have are needed";
      found.add(warning(text, variant.n(), baseline.n(), MINIMUM_REPLICATES));
    }
    if (noiseFloor.isEmpty()) {
      found.add(
          warning(
              "no noise floor: the session has no A/A pair, so the verdict rests on the interval"
                  + " alone"));
    }
    disagreement().ifPresent(found::add);
    return found;
  }

  private Optional<Warning> disagreement() {
    if (tests.adjustedP().isEmpty()) {
      return Optional.empty();
    }
    double p = tests.adjustedP().getAsDouble();
    boolean differs = verdict != Verdict.INDISTINGUISHABLE;
    if (differs == p < LEVEL) {
      return Optional.empty();
    }
    String text =
        differs
            ? "Welch's test does not confirm it (p = %.2g after Holm): more replicates would decide"
            : "Welch's test calls the means different (p = %.2g after Holm), but interval or noise"
                + " floor does not: no difference is claimed";
    return Optional.of(warning(text, p));
  }

  private Warning warning(String text, Object... values) {
    return new Warning(metric.key(), String.format(Locale.ROOT, text, values));
  }
}
