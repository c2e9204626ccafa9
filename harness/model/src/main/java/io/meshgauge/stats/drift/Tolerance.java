package io.meshgauge.stats.drift;

/**
 * Tolerated drift: the larger of a share of the level and an absolute value.
 *
 * @param sharePerHour of the series' level (the median of its settled windows), per hour, at least
 *     0
 * @param perHour in the unit of the values, per hour, at least 0
 * @param harm harmful direction
 */
public record Tolerance(double sharePerHour, double perHour, Harm harm) {
  /** Harmful directions of a drift. */
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

  /** Tolerated slope per hour at this level, at least 0. */
  public double at(double level) {
    return Math.max(perHour, sharePerHour * Math.abs(level));
  }
}
