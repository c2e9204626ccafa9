package io.meshgauge.stats.drift;

/**
 * How much drift is of no consequence: the larger of a share of the level and a figure of its own.
 *
 * @param sharePerHour of the series' level (the median of its settled windows), per hour, at least
 *     0
 * @param perHour in the unit of the values, per hour, at least 0
 * @param harm which way a drift does harm
 */
public record Tolerance(double sharePerHour, double perHour, Harm harm) {
  /** Which way a drift does harm. */
  public enum Harm {
    RISING,
    FALLING,
    EITHER;

    boolean done(double slope) {
      return (slope > 0 && this != FALLING) || (slope < 0 && this != RISING);
    }
  }

  public Tolerance {
    if (!(sharePerHour >= 0) || !(perHour >= 0)) {
      throw new IllegalArgumentException(
          "tolerance of %s of the level and %s per hour; expected two figures of at least 0"
              .formatted(sharePerHour, perHour));
    }
  }

  /** The slope per hour that is of no consequence at this level, at least 0. */
  public double at(double level) {
    return Math.max(perHour, sharePerHour * Math.abs(level));
  }
}
