package io.meshgauge.stats;

import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;

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
    return of(Moments.of(baseline), Moments.of(variant));
  }

  /** The same from summary statistics, as studies print them. */
  public static Optional<EffectSize> of(Moments from, Moments to) {
    if (from.n() < 2 || to.n() < 2) {
      return Optional.empty();
    }
    int degrees = from.n() + to.n() - 2;
    double pooled = Math.sqrt((squares(from) + squares(to)) / degrees);
    if (pooled == 0) {
      return Optional.empty();
    }
    double d = (to.mean() - from.mean()) / pooled;
    return Optional.of(new EffectSize(d, d * (1 - 3.0 / (4.0 * degrees - 1))));
  }

  /**
   * 95 % interval of {@link #hedgesG} by the normal approximation of its error: √((n₁ + n₂) /
   * (n₁·n₂) + d² / (2·(n₁ + n₂))), with the same correction (Hedges and Olkin 1985).
   *
   * @param baseline replicates of the baseline, at least 2
   * @param variant replicates of the variant, at least 2
   */
  public Interval interval(int baseline, int variant) {
    double both = (double) baseline + variant;
    double error = Math.sqrt(both / baseline / variant + cohensD * cohensD / (2 * both));
    double correction = 1 - 3 / (4 * (both - 2) - 1);
    double reach =
        NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - Interval.CONFIDENCE) / 2)
            * error
            * correction;
    return new Interval(hedgesG - reach, hedgesG + reach);
  }

  private static double squares(Moments arm) {
    return (arm.n() - 1) * arm.variance();
  }
}
