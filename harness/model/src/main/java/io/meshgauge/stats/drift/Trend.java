package io.meshgauge.stats.drift;

import io.meshgauge.stats.Interval;
import java.util.Optional;

/**
 * The trend of a series, for transient and for persistent noise.
 *
 * <p>Two tests share the level: {@link MannKendall} for transient noise, {@link Steps} for
 * persistent noise. The one with the smaller p gives slope and interval; its p is doubled and its
 * interval is at 97.5 %, because it is the best of two (Bonferroni).
 *
 * @param slopePerHour in the unit of the values, per hour
 * @param interval of the slope, which contains it in at least 95 % of soaks; empty if the windows
 *     cannot bound it
 * @param p probability of a trend as clear where there is none, 0 to 1
 * @param windows number of values
 */
public record Trend(double slopePerHour, Optional<Interval> interval, double p, int windows) {
  /** Smallest number of windows for a trend. */
  public static final int MIN_WINDOWS = 12;

  /** Longer series are reduced to medians of this many blocks, to limit the cost of a test. */
  private static final int MAX_POINTS = 120;

  /** The trend; empty if the series has fewer than {@link #MIN_WINDOWS} windows. */
  public static Optional<Trend> of(Series series) {
    if (series.size() < MIN_WINDOWS) {
      return Optional.empty();
    }
    double confidence = 1 - (1 - Interval.CONFIDENCE) / 2;
    Series kept = series.inBlocks(MAX_POINTS);
    MannKendall ranks = MannKendall.of(kept);
    Steps steps = Steps.of(series, confidence);
    if (steps.p() < ranks.p()) {
      return Optional.of(
          new Trend(
              steps.gainPerHour(),
              Optional.of(steps.interval()),
              Math.min(1, 2 * steps.p()),
              series.size()));
    }
    TheilSen line = TheilSen.of(kept, ranks, confidence);
    return Optional.of(
        new Trend(line.slopePerHour(), line.interval(), Math.min(1, 2 * ranks.p()), series.size()));
  }

  /** The end of the interval nearer to 0, signed; 0 if it contains 0 or is empty. */
  public double atLeast() {
    if (interval.isEmpty() || interval.get().contains(0)) {
      return 0;
    }
    return slopePerHour > 0 ? interval.get().low() : interval.get().high();
  }
}
