package io.meshgauge.stats.drift;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The Mann–Kendall test of a trend, two-sided: whether later values tend to be higher, or lower.
 *
 * <p>The variance of S is corrected for ties and for persistence. The correction is that of Hamed
 * and Rao (1998), with a fitted autoregression in the place of the single lags ({@link
 * Persistence}): measured series of a JVM are not independent, and the plain test mistakes their
 * waves for trends. The alternative, prewhitening without a trend (Yue and Pilon 2002), rejects too
 * often in short series, because it subtracts the slope before it estimates persistence.
 *
 * @param s pairs that rise minus pairs that fall
 * @param variance of {@code s} without a trend, with ties and persistence
 * @param tau Kendall's τ_b: {@code s} as a share of its maximum, −1 to 1
 * @param z {@code s}, one step nearer to 0, in standard deviations
 * @param p probability of a |z| as large without a trend, 0 to 1
 * @param inflation factor of the variance due to persistence, at least 1
 */
public record MannKendall(
    long s, double variance, double tau, double z, double p, double inflation) {
  /** Smallest number of values for the test. */
  public static final int MIN_VALUES = 8;

  /** Largest number of values compared pair by pair; above it, medians of blocks are. */
  public static final int MAX_VALUES = 512;

  /**
   * The test, corrected for persistence.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #MIN_VALUES} values
   */
  public static MannKendall of(Series series) {
    Series kept = kept(series);
    double slope = TheilSen.slopeOf(kept);
    Series left = Series.of(kept.hours(), kept.without(slope));
    return test(kept, Persistence.inflation(left));
  }

  /** The plain test, for values known to be independent. */
  public static MannKendall ofIndependent(Series series) {
    return test(kept(series), 1);
  }

  private static Series kept(Series series) {
    if (series.size() < MIN_VALUES) {
      throw new IllegalArgumentException(
          "a trend of %d windows; expected at least %d".formatted(series.size(), MIN_VALUES));
    }
    return series.inBlocks(MAX_VALUES);
  }

  private static MannKendall test(Series series, double inflation) {
    double[] values = series.values();
    long n = values.length;
    long s = 0;
    for (int i = 1; i < n; i++) {
      for (int j = 0; j < i; j++) {
        s += Double.compare(values[i] - values[j], 0.0);
      }
    }
    double independent =
        (n * (n - 1.0) * (2 * n + 5) - Ranks.overTies(values, t -> t * (t - 1) * (2 * t + 5))) / 18;
    double variance = independent * inflation;
    double pairs = n * (n - 1) / 2.0;
    double unequal = pairs - Ranks.overTies(values, t -> t * (t - 1) / 2);
    if (unequal == 0) {
      return new MannKendall(0, 0, 0, 0, 1, inflation);
    }
    double z = (s - Long.signum(s)) / Math.sqrt(variance);
    double p = 2 * NormalDistribution.of(0, 1).survivalProbability(Math.abs(z));
    return new MannKendall(
        s, variance, s / Math.sqrt(unequal * pairs), z, Math.min(1, p), inflation);
  }
}
