package io.meshgauge.stats;

import io.meshgauge.measure.Warning;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The replicates of one metric in one arm, in short: centre and interval.
 *
 * <p>The centre is the median; its 95 % interval is a percentile bootstrap over replicates ({@link
 * Bootstrap} says why). Below {@value #REPLICATES_FOR_95_PERCENT} replicates the interval is their
 * range and holds the median less often than its name says: see {@link #coverage()}.
 *
 * @param n how many replicates, at least 1
 * @param median the centre, in the metric's unit
 * @param mean arithmetic mean
 * @param standardDeviation of the sample (divisor n − 1); 0 for one replicate
 * @param interval of the median
 * @param low smallest replicate
 * @param high largest replicate
 */
public record Summary(
    int n,
    double median,
    double mean,
    double standardDeviation,
    Interval interval,
    double low,
    double high) {

  /** With fewer replicates no distribution-free interval holds a median with 95 %. */
  public static final int REPLICATES_FOR_95_PERCENT = 6;

  /**
   * The summary of replicates.
   *
   * @param replicates one value per run, finite, at least one
   * @param seed of the bootstrap
   * @throws IllegalArgumentException when there is none, or one is not finite
   */
  public static Summary of(double[] replicates, long seed) {
    Moments moments = Moments.of(replicates);
    double low = Arrays.stream(replicates).min().orElseThrow();
    double high = Arrays.stream(replicates).max().orElseThrow();
    double[] medians = Bootstrap.medians(replicates, Bootstrap.random(seed));
    Interval interval = Bootstrap.interval(medians);
    return new Summary(
        moments.n(),
        Bootstrap.median(replicates),
        moments.mean(),
        moments.standardDeviation(),
        interval,
        low,
        high);
  }

  /**
   * How often intervals made like this one hold the true median, at most 0.95: for a range of n
   * values 1 − 2^(1−n), the probability that not all of them fall on one side of it.
   */
  public double coverage() {
    return Math.min(Bootstrap.CONFIDENCE, 1 - Math.pow(2, 1.0 - n));
  }

  /** Reservations about the interval; empty from six replicates on. */
  public List<Warning> warnings(String subject) {
    if (n == 1) {
      return List.of(
          new Warning(subject, "one replicate has no interval: repeat the run before comparing"));
    }
    if (n < REPLICATES_FOR_95_PERCENT) {
      String text =
          "the interval of %d replicates is their range; it holds the median in %.0f %% of"
              + " sessions, not in 95 %% (that takes %d replicates)";
      return List.of(
          new Warning(
              subject,
              String.format(Locale.ROOT, text, n, 100 * coverage(), REPLICATES_FOR_95_PERCENT)));
    }
    return List.of();
  }
}
