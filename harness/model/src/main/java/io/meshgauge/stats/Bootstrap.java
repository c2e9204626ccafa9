package io.meshgauge.stats;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The percentile bootstrap over replicates: resampling with replacement from a seed.
 *
 * <p>Percentile and not BCa: the acceleration of BCa comes from a jackknife, and the jackknife of a
 * median is inconsistent (Efron and Tibshirani 1993, chapter 11). With fewer than six replicates no
 * distribution-free interval can hold a median with 95 %: the percentile interval is then the range
 * of the replicates, which holds it with 1 − 2^(1−n) only; {@link Summary#level} gives that.
 */
public final class Bootstrap {
  /** Resamples drawn for every interval. */
  public static final int RESAMPLES = 10_000;

  /** Nominal confidence of every interval. */
  public static final double CONFIDENCE = 0.95;

  private Bootstrap() {}

  /** The generator of a seed: xoroshiro128++, the same on every Java runtime. */
  public static UniformRandomProvider random(long seed) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  /** The middle value, or the mean of the two middle values; the argument is not modified. */
  public static double median(double[] values) {
    return medianOf(values.clone());
  }

  private static double medianOf(double[] sorted) {
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1
        ? sorted[middle]
        : sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2;
  }

  /** The medians of {@link #RESAMPLES} resamples of the values, in drawing order. */
  public static double[] medians(double[] values, UniformRandomProvider random) {
    Moments.requireFinite(values);
    double[] medians = new double[RESAMPLES];
    double[] resample = new double[values.length];
    for (int draw = 0; draw < RESAMPLES; draw++) {
      for (int i = 0; i < resample.length; i++) {
        resample[i] = values[random.nextInt(values.length)];
      }
      medians[draw] = medianOf(resample);
    }
    return medians;
  }

  /** The central interval of {@link #CONFIDENCE} of the draws. */
  public static Interval interval(double[] draws) {
    double tail = (1 - CONFIDENCE) / 2;
    double[] sorted = draws.clone();
    Arrays.sort(sorted);
    return new Interval(atShare(sorted, tail), atShare(sorted, 1 - tail));
  }

  /**
   * The nearest-rank quantile of the draws.
   *
   * @param share above 0, at most 1
   */
  public static double quantile(double[] draws, double share) {
    double[] sorted = draws.clone();
    Arrays.sort(sorted);
    return atShare(sorted, share);
  }

  private static double atShare(double[] sorted, double share) {
    // The small term keeps 0.975 * 10000 at rank 9750, where floating point may land just above.
    int rank = (int) Math.ceil(share * sorted.length - 1e-9);
    return sorted[Math.max(rank, 1) - 1];
  }
}
