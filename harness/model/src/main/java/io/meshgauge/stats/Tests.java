package io.meshgauge.stats;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The significance tests and effect size printed next to a comparison; the verdict does not rest on
 * them.
 *
 * @param welch test of the means; empty when it is not defined
 * @param effectSize Cohen's d and Hedges' g; empty when they are not defined
 * @param mannWhitney test of the ranks
 * @param adjustedP Welch's p after Holm's correction over the family; empty without Welch's test
 */
public record Tests(
    Optional<Welch> welch,
    Optional<EffectSize> effectSize,
    MannWhitney mannWhitney,
    OptionalDouble adjustedP) {

  /** All tests of two arms; the family is this one comparison until {@link Comparison#family}. */
  public static Tests of(double[] baseline, double[] variant) {
    Optional<Welch> welch = Welch.of(baseline, variant);
    return new Tests(
        welch,
        EffectSize.of(baseline, variant),
        MannWhitney.of(baseline, variant),
        welch.stream().mapToDouble(Welch::p).findFirst());
  }

  Tests adjusted(double p) {
    return new Tests(welch, effectSize, mannWhitney, OptionalDouble.of(p));
  }
}
