package io.meshgauge.stats;

/**
 * A closed interval of values, in the unit of what it bounds.
 *
 * @param low lower end, finite
 * @param high upper end, finite, not below {@code low}
 */
public record Interval(double low, double high) {
  /** Nominal confidence, where no other is given. */
  public static final double CONFIDENCE = 0.95;

  public Interval {
    if (!Double.isFinite(low) || !Double.isFinite(high) || low > high) {
      throw new IllegalArgumentException(
          "interval from %s to %s; expected two finite ends, the lower one first"
              .formatted(low, high));
    }
  }

  /** Whether a value lies inside; the ends belong to the interval. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** Distance of the ends, at least 0. */
  public double width() {
    return high - low;
  }
}
