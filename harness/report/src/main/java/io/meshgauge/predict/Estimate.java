package io.meshgauge.predict;

import io.meshgauge.stats.Interval;

/**
 * A predicted value with the interval that holds a measurement of it with 95 %.
 *
 * @param value most likely
 * @param low lower end
 * @param high upper end
 */
public record Estimate(double value, double low, double high) {
  static Estimate of(double value, Interval interval) {
    return new Estimate(value, interval.low(), interval.high());
  }

  /** All of it times a factor above 0. */
  public Estimate times(double factor) {
    return new Estimate(value * factor, low * factor, high * factor);
  }

  /** The sum with another one, of which nothing says that they err in opposite directions. */
  Estimate plus(Estimate other) {
    return new Estimate(value + other.value, low + other.low, high + other.high);
  }

  /** What it is above another one. Both err, so the ends of the difference are those of both. */
  public Estimate less(Estimate other) {
    return new Estimate(value - other.value, low - other.high, high - other.low);
  }

  public Interval interval() {
    return new Interval(low, high);
  }

  /** Whether a measurement lies inside. */
  public boolean holds(double measured) {
    return low <= measured && measured <= high;
  }
}
