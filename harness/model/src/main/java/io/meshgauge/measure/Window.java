package io.meshgauge.measure;

import java.time.Duration;
import java.time.Instant;

/**
 * The interval of time a measurement speaks of; warm-up and drain are outside.
 *
 * @param start first instant inside
 * @param end first instant after, later than {@code start}
 */
public record Window(Instant start, Instant end) {
  public Window {
    if (!end.isAfter(start)) {
      throw new IllegalArgumentException(
          "window ends at %s, expected an instant after its start %s".formatted(end, start));
    }
  }

  /** The length of the window, positive. */
  public Duration length() {
    return Duration.between(start, end);
  }

  /** The length in seconds, positive. */
  public double seconds() {
    return length().toNanos() / 1e9;
  }
}
