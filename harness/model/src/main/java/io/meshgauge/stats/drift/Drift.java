package io.meshgauge.stats.drift;

import io.meshgauge.stats.Interval;
import java.util.Optional;

/**
 * Drift of a series up to a window.
 *
 * @param windows settled windows with a value so far
 * @param level median of the settled windows, in the unit of the values; 0 when there is none
 * @param trend the trend so far; empty below {@link Trend#MIN_WINDOWS} settled windows
 * @param certain the first look at which the drift was certain; empty before
 */
public record Drift(int windows, double level, Optional<Trend> trend, Optional<Certainty> certain) {

  /**
   * The look at which the drift became certain.
   *
   * @param windows settled windows with a value at that look
   * @param hours where the last of them lay, in hours since the start of the soak
   * @param trend the trend at that look
   * @param p approximate probability that a soak without drift has as clear a trend in one of its
   *     series at this look: the trend's p over the look's part of the level, times the level
   */
  public record Certainty(int windows, double hours, Trend trend, double p) {}

  /** Slope per hour so far, in the unit of the values; 0 without a trend. */
  public double slopePerHour() {
    return trend.map(Trend::slopePerHour).orElse(0.0);
  }

  /** Interval of the slope so far; empty if the windows cannot bound it. */
  public Optional<Interval> interval() {
    return trend.flatMap(Trend::interval);
  }

  /** The trend's own p so far, of this series and these windows alone; 1 without a trend. */
  public double p() {
    return trend.map(Trend::p).orElse(1.0);
  }

  /** Whether the drift is certain. */
  public boolean isCertain() {
    return certain.isPresent();
  }
}
