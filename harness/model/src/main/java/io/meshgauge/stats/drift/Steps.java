package io.meshgauge.stats.drift;

import io.meshgauge.stats.Interval;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Two-sided test of a trend by the gains from block to block, for noise that persists.
 *
 * <p>A leak that adds an uncertain amount per minute is a random walk around its line, in which
 * every deviation persists, and the ranks of {@link MannKendall} are never significant. Its gains
 * are independent, and a t test compares their mean with their spread. If noise does not persist,
 * gains cancel each other, which makes the test conservative.
 *
 * @param gainPerHour mean gain, in the unit of the values, per hour
 * @param p probability of a mean as far from 0 without a trend, 0 to 1
 * @param interval of {@code gainPerHour}, at the given confidence
 */
record Steps(double gainPerHour, double p, Interval interval) {
  /** Enough for a t test, few enough for blocks to be longer than transient noise. */
  private static final int BLOCKS = 12;

  /**
   * Gains of averages of a random walk are correlated by 1/4 (Working 1960); the variance of the
   * mean of {@value #BLOCKS} − 1 of them is larger by this.
   */
  private static final double WORKING = 1 + 2 * 0.25 * (BLOCKS - 2) / (BLOCKS - 1);

  /** The test of at least {@value #BLOCKS} windows. */
  static Steps of(Series series, double confidence) {
    Series blocks = series.inBlocks(BLOCKS);
    int n = blocks.size() - 1;
    double[] gains = new double[n];
    double sum = 0;
    for (int i = 0; i < n; i++) {
      gains[i] = (blocks.value(i + 1) - blocks.value(i)) / (blocks.hours(i + 1) - blocks.hours(i));
      sum += gains[i];
    }
    double mean = sum / n;
    double squares = 0;
    for (double gain : gains) {
      squares += (gain - mean) * (gain - mean);
    }
    double error = Math.sqrt(WORKING * squares / (n - 1) / n);
    TDistribution distribution = TDistribution.of(n - 1);
    double p =
        error == 0
            ? (mean == 0 ? 1 : 0)
            : Math.min(1, 2 * distribution.survivalProbability(Math.abs(mean) / error));
    double reach = distribution.inverseSurvivalProbability((1 - confidence) / 2) * error;
    return new Steps(mean, p, new Interval(mean - reach, mean + reach));
  }
}
