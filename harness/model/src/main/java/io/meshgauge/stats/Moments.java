package io.meshgauge.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Mean and spread of replicates.
 *
 * @param n how many, at least 1
 * @param mean arithmetic mean
 * @param variance of the sample (divisor n − 1); 0 for one replicate
 * @param degrees degrees of freedom of the variance: n − 1, and more where it is {@linkplain
 *     #moderated moderated}
 */
public record Moments(int n, double mean, double variance, double degrees) {
  /** Degrees of freedom that the spread within replicates is worth (decision 72). */
  private static final double PRIOR_DEGREES = 4;

  /** Replicates may spread a little more than their parts predict. */
  private static final double ALLOWANCE = 1.25;

  /** Of replicates that spread by more times what their parts predict, the parts say too little. */
  private static final double MOST = 2;

  /** Mean and spread of a plain sample. */
  public Moments(int n, double mean, double variance) {
    this(n, mean, variance, n - 1.0);
  }

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
    return new Moments(n, Math.log(mean), variance / (mean * mean), degrees);
  }

  /**
   * The same with a spread that also knows how the parts of each replicate spread: the moderated
   * variance of Smyth (2004), "Linear models and empirical Bayes methods for assessing differential
   * expression". Of three replicates alone the variance has two degrees of freedom, which makes
   * Student's t 4.3.
   *
   * @param within variance of a replicate as its parts predict it: theirs over their number
   */
  Moments moderated(double within) {
    if (variance > MOST * within) {
      return this;
    }
    double all = PRIOR_DEGREES + n - 1;
    return new Moments(
        n, mean, (PRIOR_DEGREES * ALLOWANCE * within + (n - 1) * variance) / all, all);
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
    return TDistribution.of(degrees + replicates - n)
            .inverseSurvivalProbability((1 - confidence) / 2)
        * Math.sqrt(variance / replicates);
  }

  /**
   * What a further replicate stays below, by Student's prediction interval; of at least two.
   *
   * @param confidence of that, 0 to 1
   */
  public double bound(double confidence) {
    return mean
        + TDistribution.of(degrees).inverseSurvivalProbability(1 - confidence)
            * Math.sqrt(variance * (1 + 1.0 / n));
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
