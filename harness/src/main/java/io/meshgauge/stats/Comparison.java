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
 * when (1) each arm has at least {@value #MINIMUM_REPLICATES} replicates, (2) the bootstrap
 * interval of the difference of medians excludes 0, and (3) the difference is larger than the noise
 * floor, where one was measured. Otherwise it is {@link Verdict#INDISTINGUISHABLE}.
 *
 * <p>The rule does not rest on a p value, because with three replicates an arm Mann–Whitney cannot
 * fall below 0.1 and Welch's test hangs on a variance of two degrees of freedom. At that size (2)
 * asks that all replicates of one arm lie above all of the other, which two equal arms do in one
 * session of ten; (3) makes it one of a hundred (by simulation, normal replicates). Where tests and
 * verdict disagree a warning says so.
 *
 * @param metric what is compared
 * @param baseline summary of the baseline
 * @param variant summary of the variant
 * @param difference variant minus baseline
 * @param tests printed beside it
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

  /** With fewer replicates in an arm nothing is told apart. */
  public static final int MINIMUM_REPLICATES = 3;

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
   * @param seed of the bootstrap
   */
  public static Comparison of(
      Metric metric,
      double[] baseline,
      double[] variant,
      Optional<NoiseFloor> noiseFloor,
      long seed) {
    Difference difference = Difference.of(baseline, variant, seed);
    Summary from = Summary.of(baseline, seed);
    Summary to = Summary.of(variant, seed);
    Comparison bare =
        new Comparison(
            metric,
            from,
            to,
            difference,
            Tests.of(baseline, variant),
            noiseFloor,
            verdict(Math.min(from.n(), to.n()), difference, noiseFloor),
            List.of());
    return bare.with(bare.tests);
  }

  /**
   * The same comparisons as one family: Welch's p values adjusted by Holm, warnings made anew.
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

  static Verdict verdict(int replicates, Difference difference, Optional<NoiseFloor> floor) {
    double observed = difference.absolute();
    boolean told =
        replicates >= MINIMUM_REPLICATES
            && !difference.interval().contains(0)
            && floor.filter(noise -> noise.hides(observed)).isEmpty();
    if (!told) {
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
    int fewest = Math.min(baseline.n(), variant.n());
    if (fewest < MINIMUM_REPLICATES) {
      String text =
          "too few replicates in an arm to tell anything apart: %d; at least %d are needed";
      found.add(warning(text, fewest, MINIMUM_REPLICATES));
    } else {
      found.addAll((baseline.n() <= variant.n() ? baseline : variant).warnings(metric.key()));
    }
    if (noiseFloor.isEmpty()) {
      found.add(
          warning(
              "no noise floor: the session has no A/A pair, so the verdict rests on the interval"
                  + " alone"));
    }
    if (!tests.mannWhitney().canReach(LEVEL)) {
      String text =
          "Mann-Whitney cannot fall below p = %.2g with %d against %d replicates, so it cannot"
              + " confirm any difference";
      double smallest = tests.mannWhitney().smallestP();
      found.add(warning(text, smallest, variant.n(), baseline.n()));
    }
    disagreement().ifPresent(found::add);
    return found;
  }

  private Optional<Warning> disagreement() {
    if (tests.adjustedP().isEmpty()) {
      return Optional.empty();
    }
    double p = tests.adjustedP().getAsDouble();
    boolean told = verdict != Verdict.INDISTINGUISHABLE;
    if (told == p < LEVEL) {
      return Optional.empty();
    }
    String text =
        told
            ? "Welch's test does not confirm it (p = %.2g after Holm): more replicates would decide"
            : "Welch's test calls the means different (p = %.2g after Holm), but interval or noise"
                + " floor does not: no difference is claimed";
    return Optional.of(warning(text, p));
  }

  private Warning warning(String text, Object... values) {
    return new Warning(metric.key(), String.format(Locale.ROOT, text, values));
  }
}
