package io.meshgauge.experiment;

import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A JMeter plan and the length of its measured window: a row of the report.
 *
 * @param name file name in {@code jmeter-plans} without {@code .jmx}
 * @param duration length of the measured window, at least ten seconds
 * @param properties further JMeter properties handed to the plan
 */
public record Plan(String name, Duration duration, SortedMap<String, String> properties) {
  /** Shorter windows are refused: percentiles of fewer seconds say little. */
  public static final Duration SHORTEST = Duration.ofSeconds(10);

  public Plan {
    if (duration.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "plan %s measures for %s; expected at least %s".formatted(name, duration, SHORTEST));
    }
    properties = new TreeMap<>(properties);
  }
}
