package io.meshgauge.stats;

import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The smallest difference of means that a planned number of replicates will show, by the variance
 * of a pilot.
 *
 * <p>Two arms of n replicates, level 0.05 two-sided, power 0.8: (t₀.₉₇₅ + t₀.₈) · s · √(2/n) with
 * 2(n − 1) degrees of freedom (Bloom 1995, "Minimum detectable effects", with t in place of z).
 *
 * @param replicates n of each arm, at least 2
 * @param absolute in the metric's unit, at least 0
 * @param relative {@code absolute} over the pilot's median; empty when that is not above 0
 */
public record DetectableEffect(int replicates, double absolute, OptionalDouble relative) {
  private static final double POWER = 0.8;

  /**
   * What n replicates an arm will show.
   *
   * @param pilot replicates of a pilot of one arm, at least 2
   * @param replicates planned for each arm, at least 2
   * @throws IllegalArgumentException when either is below 2
   */
  public static DetectableEffect of(double[] pilot, int replicates) {
    if (pilot.length < 2 || replicates < 2) {
      throw new IllegalArgumentException(
          "detectable effect of %d replicates from a pilot of %d; expected at least 2 of each,"
                  .formatted(replicates, pilot.length)
              + " because one run has no variance");
    }
    double deviation = Moments.of(pilot).standardDeviation();
    double median = Bootstrap.median(pilot);
    TDistribution t = TDistribution.of(2.0 * (replicates - 1));
    double quantiles =
        t.inverseSurvivalProbability(Comparison.LEVEL / 2) + t.inverseCumulativeProbability(POWER);
    double absolute = quantiles * deviation * Math.sqrt(2.0 / replicates);
    return new DetectableEffect(
        replicates,
        absolute,
        median > 0 ? OptionalDouble.of(absolute / median) : OptionalDouble.empty());
  }
}
