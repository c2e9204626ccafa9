package io.meshgauge.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What a paired t test can find, planned with Student's quantiles in the place of the noncentral
 * distribution: within 1 % of it from three blocks on (3.04 against 3.07 standard deviations).
 */
public final class Power {
  private static final int MOST_BLOCKS = 10_000;

  private Power() {}

  /**
   * The smallest true mean that is distinguished from 0.
   *
   * @param deviation standard deviation of the effect between blocks, at least 0
   * @param blocks at least 2
   * @param level of the two-sided test, 0 to 1
   * @param power chance to find it, 0 to 1
   * @return in the unit of {@code deviation}
   */
  public static double detectable(double deviation, int blocks, double level, double power) {
    double variance = deviation * deviation;
    return detectable(new Moments(blocks, 0, variance), level, power);
  }

  /** The same with blocks, spread and degrees of freedom of a measured effect. */
  static double detectable(Moments effect, double level, double power) {
    TDistribution t = TDistribution.of(effect.degrees());
    return (t.inverseSurvivalProbability(level / 2) + t.inverseCumulativeProbability(power))
        * effect.standardError();
  }

  /**
   * The fewest blocks that find a true mean; {@value #MOST_BLOCKS} where more are needed.
   *
   * @param effect true mean, above 0, in the unit of {@code deviation}
   */
  public static int blocks(double deviation, double effect, double level, double power) {
    int blocks = Difference.BLOCKS;
    while (blocks < MOST_BLOCKS && detectable(deviation, blocks, level, power) > effect) {
      blocks++;
    }
    return blocks;
  }
}
