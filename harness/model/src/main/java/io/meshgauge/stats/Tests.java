package io.meshgauge.stats;

import java.util.Optional;

/**
 * The significance tests and effect size printed next to a comparison; the verdict does not rest on
 * them.
 *
 * @param welch test of the means; empty when it is not defined
 * @param effectSize Cohen's d and Hedges' g; empty when they are not defined
 * @param mannWhitney test of the ranks
 */
public record Tests(
    Optional<Welch> welch, Optional<EffectSize> effectSize, MannWhitney mannWhitney) {

  /** All tests of two arms. */
  public static Tests of(double[] baseline, double[] variant) {
    return new Tests(
        Welch.of(baseline, variant),
        EffectSize.of(baseline, variant),
        MannWhitney.of(baseline, variant));
  }
}
