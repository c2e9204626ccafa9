package io.meshgauge.stats.drift;

import io.meshgauge.stats.OrderStatistics;
import java.util.Arrays;

/**
 * One value per window, in order of time, without windows that have no value. Times are real, so a
 * gap is a longer distance between two values.
 */
public final class Series {
  private final double[] hours;
  private final double[] values;

  private Series(double[] hours, double[] values) {
    this.hours = hours;
    this.values = values;
  }

  /**
   * The series of these windows.
   *
   * @param hours time of each window, in hours since the start of the soak, rising
   * @param values one per window, finite, in the unit of what is measured
   * @throws IllegalArgumentException if the two differ in length, a number is not finite, or time
   *     does not rise
   */
  public static Series of(double[] hours, double[] values) {
    if (hours.length != values.length) {
      throw new IllegalArgumentException(
          "a series of %d times and %d values; expected as many of each"
              .formatted(hours.length, values.length));
    }
    for (int i = 0; i < hours.length; i++) {
      require(i == 0 ? Double.NEGATIVE_INFINITY : hours[i - 1], hours[i], values[i]);
    }
    return new Series(hours.clone(), values.clone());
  }

  /** Rejects a window that cannot follow one at {@code before}. */
  static void require(double before, double hours, double value) {
    if (!Double.isFinite(hours) || !Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "window at %s h with value %s; expected two finite numbers (a window without a value is"
                  .formatted(hours, value)
              + " left out)");
    }
    if (hours <= before) {
      throw new IllegalArgumentException(
          "window at %s h after one at %s h; expected time to rise".formatted(hours, before));
    }
  }

  /** Number of values. */
  public int size() {
    return hours.length;
  }

  /** Time of window {@code i}, in hours since the start. */
  public double hours(int i) {
    return hours[i];
  }

  /** The value of window {@code i}. */
  public double value(int i) {
    return values[i];
  }

  /** Median of at least one value. */
  public double median() {
    return OrderStatistics.median(values);
  }

  /** The windows from {@code from} to before {@code to}. */
  public Series between(int from, int to) {
    return new Series(Arrays.copyOfRange(hours, from, to), Arrays.copyOfRange(values, from, to));
  }

  /** Windows at this time or later. */
  public Series since(double hour) {
    int first = 0;
    while (first < hours.length && hours[first] < hour) {
      first++;
    }
    return between(first, hours.length);
  }

  /**
   * This series if it has at most {@code most} values, else that many blocks of neighbours of equal
   * size: the median of each, at the mean of its times.
   *
   * @param most at least 1
   */
  public Series inBlocks(int most) {
    if (size() <= most) {
      return this;
    }
    double[] at = new double[most];
    double[] medians = new double[most];
    for (int block = 0; block < most; block++) {
      int from = (int) ((long) block * size() / most);
      int to = (int) ((long) (block + 1) * size() / most);
      at[block] = Arrays.stream(hours, from, to).average().orElseThrow();
      medians[block] = OrderStatistics.median(Arrays.copyOfRange(values, from, to));
    }
    return new Series(at, medians);
  }

  /** Residuals of a line with this slope. */
  double[] without(double slopePerHour) {
    double[] left = new double[size()];
    for (int i = 0; i < left.length; i++) {
      left[i] = values[i] - slopePerHour * (hours[i] - hours[0]);
    }
    return left;
  }

  double[] values() {
    return values.clone();
  }

  double[] hours() {
    return hours.clone();
  }
}
