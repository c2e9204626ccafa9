package io.meshgauge.experiment;

import io.meshgauge.measure.Metric;

/**
 * A service level objective: the limit one metric must keep for the build to pass.
 *
 * @param metric the criterion
 * @param limit in the unit of the metric; an upper limit, or a lower one if more is better
 */
public record Slo(Metric metric, double limit) {

  /** Whether a value meets the objective. */
  public boolean keptBy(double value) {
    return metric.moreIsBetter() ? value >= limit : value <= limit;
  }
}
