package io.meshgauge.stats;

import java.util.Arrays;

/** Medians and quantiles of values that are not modified. */
public final class OrderStatistics {
  private OrderStatistics() {}

  /** The middle value, or the mean of the two middle values. */
  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1
        ? sorted[middle]
        : sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2;
  }

  /**
   * The nearest-rank quantile.
   *
   * @param share above 0, at most 1
   */
  public static double quantile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    // The small term keeps 0.975 * 10000 at rank 9750, where floating point may land just above.
    int rank = (int) Math.ceil(share * sorted.length - 1e-9);
    return sorted[Math.max(rank, 1) - 1];
  }
}
