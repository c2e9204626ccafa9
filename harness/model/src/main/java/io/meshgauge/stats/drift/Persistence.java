package io.meshgauge.stats.drift;

import java.util.Arrays;

/**
 * How much of a deviation is still there one value later, and what that does to a test of trend.
 *
 * <p>Fits an autoregression of the first order to the ranks of what is left when the Theil–Sen line
 * is taken away. The estimate from a detrended series is too low, by about (2 + 4φ)/n (van
 * Giersbergen 2005), and in short ones uncertain: it is corrected, and one standard error is added,
 * because to take too little persistence for granted is what raises false alarms.
 */
final class Persistence {
  /** A random walk: at this the ranks of no series are clear enough for a p of 1 %. */
  private static final double MOST = 1;

  /** Slow waves hide under fast noise; medians of so many neighbours show them. */
  private static final int COARSE = 4;

  /** Fewer blocks than this say too little of what persists between them. */
  private static final int FEWEST_BLOCKS = 24;

  /** Neighbours farther apart than this many usual distances have a gap between them. */
  private static final double GAP = 1.5;

  private Persistence() {}

  /**
   * The upper estimate of φ, from 0 to 1: negative correlation is taken for none.
   *
   * @param hours where the values lie, rising
   * @param residuals at least 8 values without their trend
   */
  private static double of(double[] hours, double[] residuals) {
    int n = residuals.length;
    double[] ranks = Ranks.of(residuals);
    double[] distances = new double[n - 1];
    Arrays.setAll(distances, i -> hours[i + 1] - hours[i]);
    Arrays.sort(distances);
    double near = GAP * distances[(n - 1) / 2];
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
    return Math.min(MOST, Math.max(0, unbiased + 1 / Math.sqrt(n)));
  }

  /**
   * By how much the persistence of a series multiplies the variance of Kendall's S: the larger of
   * what values and what blocks of them say.
   *
   * @param residuals at least 8 values without their trend
   */
  static double inflation(Series residuals) {
    int n = residuals.size();
    double fine = inflation(n, of(residuals.hours(), residuals.values()));
    int blocks = n / COARSE;
    if (blocks < FEWEST_BLOCKS) {
      return fine;
    }
    Series coarse = residuals.inBlocks(blocks);
    return Math.max(fine, inflation(blocks, of(coarse.hours(), coarse.values())));
  }

  /**
   * By how much φ multiplies the variance of Kendall's S (Hamed and Rao 1998, with φ^k in the place
   * of each lag's own estimate, which short series cannot give).
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
