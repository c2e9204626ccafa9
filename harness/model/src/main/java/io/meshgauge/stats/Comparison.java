package io.meshgauge.stats;

import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One metric of one variant against another arm of the same session.
 *
 * <p><b>Rule of the verdict.</b> The variant is {@link Verdict#HIGHER} or {@link Verdict#LOWER}
 * when both arms have at least {@value #MINIMUM_REPLICATES} blocks in common and the p value of the
 * difference within blocks, adjusted by Holm over the family, is below {@value #LEVEL}, or below
 * the level of the last look where the session was looked at repeatedly. Otherwise it is {@link
 * Verdict#EQUIVALENT} when the 90 % interval of the ratio lies within {@value #MARGIN} of 1, and
 * else {@link Verdict#UNDECIDED}.
 *
 * @param metric what is compared
 * @param baseline summary of the reference
 * @param variant summary of the variant
 * @param difference variant against the reference, within blocks
 * @param tests printed next to it
 * @param adjustedP p value of the difference after Holm's correction over the family; empty without
 *     an interval
 * @param noiseFloor what the baseline shows against itself; empty when no A/A pair was measured
 */
public record Comparison(
    Metric metric,
    Summary baseline,
    Summary variant,
    Difference difference,
    Tests tests,
    OptionalDouble adjustedP,
    Optional<NoiseFloor> noiseFloor) {

  /** With fewer replicates in an arm no difference is claimed. */
  public static final int MINIMUM_REPLICATES = Difference.BLOCKS;

  /** Level of the tests. */
  public static final double LEVEL = 0.05;

  /** The largest |ratio − 1| at which two arms count as equivalent. */
  public static final double MARGIN = 0.05;

  /**
   * The comparison of two arms, a family of its own: see {@link #family}.
   *
   * @param reference replicates of the reference, at least one
   * @param variant replicates of the variant, at least one
   * @param noiseFloor of the same metric
   */
  public static Comparison of(
      Metric metric, Replicates reference, Replicates variant, Optional<NoiseFloor> noiseFloor) {
    return of(metric, List.of(reference), variant, noiseFloor);
  }

  /**
   * The comparison with the mean of several equal arms, a family of its own.
   *
   * @param references replicates of the equal arms; the summary is that of the first
   */
  public static Comparison of(
      Metric metric,
      List<Replicates> references,
      Replicates variant,
      Optional<NoiseFloor> noiseFloor) {
    Difference difference = Difference.of(references, variant);
    double[] from = references.get(0).values();
    double[] to = variant.values();
    return new Comparison(
        metric,
        Summary.of(from),
        Summary.of(to),
        difference,
        Tests.of(from, to),
        difference.p(),
        noiseFloor);
  }

  /**
   * The same comparisons as one family: p values adjusted by Holm, verdicts by them.
   *
   * @param comparisons all comparisons a reader will look through together, in any order
   */
  public static List<Comparison> family(List<Comparison> comparisons) {
    double[] adjusted =
        Holm.adjust(
            comparisons.stream()
                .map(comparison -> comparison.difference.p())
                .flatMapToDouble(OptionalDouble::stream)
                .toArray());
    List<Comparison> family = new ArrayList<>();
    int next = 0;
    for (Comparison comparison : comparisons) {
      family.add(
          comparison.adjustedP.isPresent() ? comparison.adjusted(adjusted[next++]) : comparison);
    }
    return List.copyOf(family);
  }

  /** The same comparison at another level of the test. */
  public Comparison at(double alpha) {
    return new Comparison(
        metric, baseline, variant, difference.at(alpha), tests, adjustedP, noiseFloor);
  }

  private Comparison adjusted(double p) {
    return new Comparison(
        metric, baseline, variant, difference, tests, OptionalDouble.of(p), noiseFloor);
  }

  /** The verdict, by the rule above. */
  public Verdict verdict() {
    if (adjustedP.orElse(1) < difference.alpha()) {
      return difference.absolute() > 0 ? Verdict.HIGHER : Verdict.LOWER;
    }
    return difference.equivalent(MARGIN, difference.alpha())
        ? Verdict.EQUIVALENT
        : Verdict.UNDECIDED;
  }

  /** Whether the variant differs, and in the direction that is better for the metric. */
  public boolean better() {
    return verdict() == (metric.moreIsBetter() ? Verdict.HIGHER : Verdict.LOWER);
  }

  /** Whether the variant differs, and in the direction that is worse for the metric. */
  public boolean worse() {
    return verdict() == (metric.moreIsBetter() ? Verdict.LOWER : Verdict.HIGHER);
  }

  /**
   * The smallest true |ratio − 1| that a session like this one finds in 80 % of cases, before the
   * correction over the family; empty without an interval.
   */
  public OptionalDouble detectable() {
    return difference.detectable(difference.alpha());
  }

  /** Reservations, at least about too few replicates and a missing A/A pair. */
  public List<Warning> warnings() {
    List<Warning> found = new ArrayList<>();
    if (difference.interval().isEmpty()) {
      found.add(
          warning(
              Messages.get(
                  "stats.too-few-replicates", variant.n(), baseline.n(), MINIMUM_REPLICATES)));
    }
    if (noiseFloor.isEmpty()) {
      found.add(warning(Messages.get("stats.no-pair")));
    }
    return found;
  }

  private Warning warning(String text) {
    return new Warning(metric.key(), text);
  }
}
