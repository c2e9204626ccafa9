package io.meshgauge.measure;

/**
 * One value of one metric in one run.
 *
 * @param metric what was measured
 * @param value in the metric's unit, finite
 * @param source the archive file, relative to the run's folder, that the value was drawn from
 */
public record Measurement(Metric metric, double value, String source) {
  public Measurement {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "measurement %s is %s; expected a finite number".formatted(metric.key(), value));
    }
  }
}
