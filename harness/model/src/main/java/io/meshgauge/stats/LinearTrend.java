package io.meshgauge.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The straight line through equally spaced values, by least squares.
 *
 * @param slope in the unit of the values, from one value to the next
 * @param p two-sided p of Student's test that the slope is 0, degrees of freedom: values − 2
 */
public record LinearTrend(double slope, double p) {
  /** Fewer values leave too few degrees of freedom for a test. */
  public static final int MIN_VALUES = 4;

  /**
   * The line through values.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #MIN_VALUES}
   */
  public static LinearTrend of(double[] values) {
    int n = values.length;
    if (n < MIN_VALUES) {
      throw new IllegalArgumentException(
          "a trend of %d values; expected at least %d".formatted(n, MIN_VALUES));
    }
    double middle = (n - 1) / 2.0;
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = n * (n * (double) n - 1) / 12;
    double slope = 0;
    for (int i = 0; i < n; i++) {
      slope += (i - middle) * (values[i] - mean) / squares;
    }
    double residuals = 0;
    for (int i = 0; i < n; i++) {
      residuals += Math.pow(values[i] - mean - slope * (i - middle), 2);
    }
    double error = Math.sqrt(residuals / (n - 2) / squares);
    if (error == 0) {
      return new LinearTrend(slope, slope == 0 ? 1 : 0);
    }
    double t = Math.abs(slope) / error;
    return new LinearTrend(
        slope, Math.min(1, 2 * TDistribution.of(n - 2.0).survivalProbability(t)));
  }
}
