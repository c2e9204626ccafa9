package io.meshgauge.stats;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The replicates of one metric in one arm, in short: centre and interval.
 *
 * <p>The centre is the median; its interval lies between two of the replicates, the k-th smallest
 * and the k-th largest, and holds the true median with an exact level whatever the distribution: 1
 * − 2·P(B &lt; k), with B binomial of n and ½ (David and Nagaraja, Order Statistics, 2003, 7.1). k
 * is the largest for which that is 95 % or more; below six replicates it is 1, and the level of
 * their range is what it is: 75 % for three.
 *
 * @param n how many replicates, at least 1
 * @param median the centre, in the metric's unit
 * @param mean arithmetic mean
 * @param standardDeviation of the sample (divisor n − 1); 0 for one replicate
 * @param interval of the median; empty for one replicate
 * @param level how often such intervals hold the true median, 0 to 1; 0 for one replicate
 * @param low smallest replicate
 * @param high largest replicate
 */
public record Summary(
    int n,
    double median,
    double mean,
    double standardDeviation,
    Optional<Interval> interval,
    double level,
    double low,
    double high) {

  /**
   * The summary of replicates.
   *
   * @param replicates one value per run, finite, at least one
   * @throws IllegalArgumentException when there is none, or one is not finite
   */
  public static Summary of(double... replicates) {
    Moments moments = Moments.of(replicates);
    double[] sorted = replicates.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    int k = 1;
    while (level(n, k + 1) >= Interval.CONFIDENCE) {
      k++;
    }
    return new Summary(
        n,
        OrderStatistics.median(replicates),
        moments.mean(),
        moments.standardDeviation(),
        n == 1 ? Optional.empty() : Optional.of(new Interval(sorted[k - 1], sorted[n - k])),
        level(n, k),
        sorted[0],
        sorted[n - 1]);
  }

  private static double level(int n, int k) {
    return 1 - 2 * BinomialDistribution.of(n, 0.5).cumulativeProbability(k - 1);
  }
}
