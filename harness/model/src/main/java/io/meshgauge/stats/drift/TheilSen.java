package io.meshgauge.stats.drift;

import io.meshgauge.stats.Interval;
import io.meshgauge.stats.OrderStatistics;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The Theil–Sen line: the median of the slopes of all pairs, robust against a quarter of outliers
 * (Sen 1968).
 *
 * <p>Rule for long series: up to {@link MannKendall#MAX_VALUES} values all pairs are taken (130,816
 * slopes, 1 MiB); above that, medians of that many blocks of neighbours, which bounds memory; the
 * interval is that of the blocks.
 *
 * @param slopePerHour in the unit of the values, per hour
 * @param interval of the slope, by the variance of Kendall's S corrected for ties and persistence;
 *     empty if too few independent values cannot bound it
 * @param intercept value of the line at hour 0: the median of the residuals of the slope
 * @param n number of values
 */
public record TheilSen(double slopePerHour, Optional<Interval> interval, double intercept, int n) {

  /** The line with its interval of 95 %. */
  public static TheilSen of(Series series) {
    return of(series, Interval.CONFIDENCE);
  }

  /**
   * The line with an interval.
   *
   * @param confidence above 0, below 1
   * @throws IllegalArgumentException if there are fewer than {@link MannKendall#MIN_VALUES} values
   */
  public static TheilSen of(Series series, double confidence) {
    return of(series, MannKendall.of(series), confidence);
  }

  static TheilSen of(Series series, MannKendall test, double confidence) {
    Series kept = series.inBlocks(MannKendall.MAX_VALUES);
    double[] slopes = slopes(kept);
    double slope = middle(slopes);
    double[] left = kept.without(slope);
    double intercept = OrderStatistics.median(left) - slope * kept.hours(0);
    return new TheilSen(slope, interval(slopes, test, confidence), intercept, series.size());
  }

  /** The value of the line. */
  public double at(double hours) {
    return intercept + slopePerHour * hours;
  }

  static double slopeOf(Series series) {
    return middle(slopes(series));
  }

  private static double[] slopes(Series series) {
    int n = series.size();
    double[] slopes = new double[n * (n - 1) / 2];
    int next = 0;
    for (int i = 1; i < n; i++) {
      for (int j = 0; j < i; j++) {
        slopes[next++] = (series.value(i) - series.value(j)) / (series.hours(i) - series.hours(j));
      }
    }
    Arrays.sort(slopes);
    return slopes;
  }

  private static double middle(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private static Optional<Interval> interval(double[] sorted, MannKendall test, double confidence) {
    double reach =
        NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - confidence) / 2)
            * Math.sqrt(test.variance());
    int low = (int) Math.floor((sorted.length - reach) / 2) - 1;
    int high = (int) Math.ceil((sorted.length + reach) / 2);
    if (low < 0 || high >= sorted.length) {
      return Optional.empty();
    }
    return Optional.of(new Interval(sorted[low], sorted[high]));
  }
}
