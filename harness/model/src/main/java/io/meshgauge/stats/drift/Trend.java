package io.meshgauge.stats.drift;

import io.meshgauge.stats.Bootstrap;
import io.meshgauge.stats.Interval;
import java.util.Optional;

/**
 * The trend of a series, whichever way its noise behaves.
 *
 * <p>Two tests share the level: {@link MannKendall} for noise that returns, {@link Steps} for noise
 * that stays. The one with the smaller p gives slope and interval; its p is doubled and its
 * interval is one of 97.5 %, because it was chosen of two (Bonferroni).
 *
 * @param slopePerHour in the unit of the values, per hour
 * @param interval of the slope, which holds it in at least 95 % of soaks; empty when the windows
 *     cannot bound it
 * @param p probability of a trend as clear where there is none, 0 to 1
 * @param windows how many values it rests on
 */
public record Trend(double slopePerHour, Optional<Interval> interval, double p, int windows) {
  /** Fewer windows than this have no trend. */
  public static final int FEWEST = 12;

  /** Medians of so many blocks stand for longer series: what a test of every window costs. */
  private static final int POINTS = 120;

  /** Empty when the series has fewer than {@link #FEWEST} windows. */
  public static Optional<Trend> of(Series series) {
    if (series.size() < FEWEST) {
      return Optional.empty();
    }
    double confidence = 1 - (1 - Bootstrap.CONFIDENCE) / 2;
    Series kept = series.inBlocks(POINTS);
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

  /** The end of the interval that is nearer to no trend, signed; 0 when it holds 0 or is empty. */
  public double atLeast() {
    if (interval.isEmpty() || interval.get().contains(0)) {
      return 0;
    }
    return slopePerHour > 0 ? interval.get().low() : interval.get().high();
  }
}
