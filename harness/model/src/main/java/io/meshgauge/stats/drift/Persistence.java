package io.meshgauge.stats.drift;

import java.util.Arrays;

/**
 * Share of a deviation that remains one value later, and its effect on a test of trend.
 *
 * <p>Fits a first-order autoregression to the ranks of the residuals of the Theil–Sen line. The
 * estimate from a detrended series is too low by about (2 + 4φ)/n (van Giersbergen 2005), and
 * uncertain in short ones: it is corrected, and one standard error is added, because underestimated
 * persistence causes false alarms.
 */
final class Persistence {
  /** Upper limit of φ, a random walk: no ranks give a p of 1 % at it. */
  private static final double MAX_PHI = 1;

  /** Values per block; medians of blocks show slow waves under fast noise. */
  private static final int BLOCK_VALUES = 4;

  /** Smallest number of blocks for an estimate. */
  private static final int MIN_BLOCKS = 24;

  /** Multiple of the usual distance of neighbours that is a gap. */
  private static final double GAP_FACTOR = 1.5;

  private Persistence() {}

  /**
   * The upper estimate of φ, from 0 to 1: negative correlation counts as none.
   *
   * @param hours times of the values, rising
   * @param residuals at least 8 values with the trend subtracted
   */
  private static double of(double[] hours, double[] residuals) {
    int n = residuals.length;
    double[] ranks = Ranks.of(residuals);
    double[] distances = new double[n - 1];
    Arrays.setAll(distances, i -> hours[i + 1] - hours[i]);
    Arrays.sort(distances);
    double near = GAP_FACTOR * distances[(n - 1) / 2];
    double mean = (n + 1) / 2.0;
    double square = 0;
    double product = 0;
    int pairs = 0;
    for (int i = 0; i < n; i++) {
      square += (ranks[i] - mean) * (ranks[i] - mean);
      if (i > 0 && hours[i] - hours[i - 1] <= near) {
        product += (ranks[i] - mean) * (ranks[i - 1] - mean);
        pairs++;
      }
    }
    if (square == 0) {
      return 0;
    }
    double estimate = product / pairs * n / square * (n - 1) / n;
    double unbiased = (n * estimate + 2) / (n - 4);
    return Math.min(MAX_PHI, Math.max(0, unbiased + 1 / Math.sqrt(n)));
  }

  /**
   * Factor of the variance of Kendall's S due to the persistence of a series: the larger of the
   * estimates from values and from blocks.
   *
   * @param residuals at least 8 values with the trend subtracted
   */
  static double inflation(Series residuals) {
    int n = residuals.size();
    double fine = inflation(n, of(residuals.hours(), residuals.values()));
    int blocks = n / BLOCK_VALUES;
    if (blocks < MIN_BLOCKS) {
      return fine;
    }
    Series coarse = residuals.inBlocks(blocks);
    return Math.max(fine, inflation(blocks, of(coarse.hours(), coarse.values())));
  }

  /**
   * Factor of the variance of Kendall's S due to φ (Hamed and Rao 1998, with φ^k instead of an
   * estimate for each lag, which short series do not allow).
   */
  private static double inflation(int n, double phi) {
    double sum = 0;
    double power = 1;
    for (int k = 1; k < n - 2; k++) {
      power *= phi;
      sum += (double) (n - k) * (n - k - 1) * (n - k - 2) * power;
    }
    return 1 + 2 * sum / ((double) n * (n - 1) * (n - 2));
  }
}
