package io.meshgauge.stats;

import java.util.Optional;

/**
 * The difference of two means in standard deviations.
 *
 * @param cohensD difference over the pooled standard deviation
 * @param hedgesG the same without its bias at small n: d · (1 − 3 / (4·(n₁ + n₂ − 2) − 1)) (Hedges
 *     1981); with three replicates an arm it is a fifth smaller
 */
public record EffectSize(double cohensD, double hedgesG) {

  /** The effect size; empty with fewer than two replicates in an arm, or when none varies. */
  public static Optional<EffectSize> of(double[] baseline, double[] variant) {
    if (baseline.length < 2 || variant.length < 2) {
      return Optional.empty();
    }
    Moments from = Moments.of(baseline);
    Moments to = Moments.of(variant);
    int degrees = from.n() + to.n() - 2;
    double pooled = Math.sqrt((squares(from) + squares(to)) / degrees);
    if (pooled == 0) {
      return Optional.empty();
    }
    double d = (to.mean() - from.mean()) / pooled;
    return Optional.of(new EffectSize(d, d * (1 - 3.0 / (4.0 * degrees - 1))));
  }

  private static double squares(Moments arm) {
    return (arm.n() - 1) * arm.variance();
  }
}
