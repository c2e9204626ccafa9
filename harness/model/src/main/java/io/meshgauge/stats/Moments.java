package io.meshgauge.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Mean and spread of replicates.
 *
 * @param n how many, at least 1
 * @param mean arithmetic mean
 * @param variance of the sample (divisor n − 1); 0 for one replicate
 */
public record Moments(int n, double mean, double variance) {

  /** Mean and spread of at least one finite value. */
  public static Moments of(double[] replicates) {
    requireFinite(replicates);
    int n = replicates.length;
    double mean = Arrays.stream(replicates).average().orElseThrow();
    double squares = Arrays.stream(replicates).map(x -> (x - mean) * (x - mean)).sum();
    return new Moments(n, mean, n == 1 ? 0 : squares / (n - 1));
  }

  /**
   * Mean and spread of the logarithms, by the delta method: ln of the mean, and the variance over
   * the square of the mean. Their differences are ln ratios of means.
   *
   * @throws IllegalArgumentException if the mean is not above 0
   */
  public Moments logarithms() {
    if (!(mean > 0)) {
      throw new IllegalArgumentException(
          "logarithm of a mean of %s; expected a mean above 0".formatted(mean));
    }
    return new Moments(n, Math.log(mean), variance / (mean * mean));
  }

  static void requireFinite(double[] replicates) {
    int n = replicates.length;
    if (n == 0) {
      throw new IllegalArgumentException(
          "no replicate; expected at least one value: leave out the metrics that were not"
              + " measured");
    }
    for (int i = 0; i < n; i++) {
      if (!Double.isFinite(replicates[i])) {
        throw new IllegalArgumentException(
            "replicate %d of %d is %s; expected finite values: exclude the run by a rule instead"
                .formatted(i + 1, n, replicates[i]));
      }
    }
  }

  /** Student's t interval of the mean, 95 %; of at least two replicates. */
  Interval interval() {
    return interval(Interval.CONFIDENCE);
  }

  /** Student's t interval of the mean at any confidence, 0 to 1; of at least two replicates. */
  public Interval interval(double confidence) {
    double reach = reach(n, confidence);
    return new Interval(mean - reach, mean + reach);
  }

  /** Half the width of that interval, if so many replicates had the same spread; at least two. */
  double reach(int replicates, double confidence) {
    return TDistribution.of(replicates - 1.0).inverseSurvivalProbability((1 - confidence) / 2)
        * Math.sqrt(variance / replicates);
  }

  /** Standard error of the mean. */
  public double standardError() {
    return Math.sqrt(variance / n);
  }

  /** Standard deviation of the sample. */
  public double standardDeviation() {
    return Math.sqrt(variance);
  }
}
