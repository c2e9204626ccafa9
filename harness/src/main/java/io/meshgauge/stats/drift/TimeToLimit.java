package io.meshgauge.stats.drift;

import io.meshgauge.stats.Bootstrap;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * When a drift that goes on as it is reaches a limit.
 *
 * @param hours from the last window on, at least 0; 0 when the limit is reached already
 * @param earliest by the steepest slope of the interval, from the last window on
 * @param latest by the flattest; empty when the interval holds slopes that never reach it
 */
public record TimeToLimit(double hours, OptionalDouble earliest, OptionalDouble latest) {
  /** The level now is the median of so many last windows, brought to the last one by the slope. */
  private static final int LAST = 15;

  /**
   * The time to an upper limit.
   *
   * @param series at least one window
   * @param trend of the series
   * @param limit in the unit of the values
   * @return empty when the slope leads away from the limit, or nowhere
   */
  public static Optional<TimeToLimit> of(Series series, Trend trend, double limit) {
    double now = now(series, trend.slopePerHour());
    double way = limit - now;
    if (way <= 0) {
      return Optional.of(new TimeToLimit(0, OptionalDouble.of(0), OptionalDouble.of(0)));
    }
    if (trend.slopePerHour() <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        new TimeToLimit(
            way / trend.slopePerHour(),
            trend.interval().stream().mapToDouble(i -> after(way, i.high())).findFirst(),
            trend.interval().stream()
                .filter(i -> i.low() > 0)
                .mapToDouble(i -> after(way, i.low()))
                .findFirst()));
  }

  private static double after(double way, double slope) {
    return way / slope;
  }

  private static double now(Series series, double slope) {
    int from = Math.max(0, series.size() - LAST);
    double end = series.hours(series.size() - 1);
    double[] last = new double[series.size() - from];
    Arrays.setAll(last, i -> series.value(from + i) + slope * (end - series.hours(from + i)));
    return Bootstrap.median(last);
  }
}
