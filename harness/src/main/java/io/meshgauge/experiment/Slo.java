package io.meshgauge.experiment;

import io.meshgauge.measure.Metric;

/**
 * A service level objective: the limit one metric must keep for a green build.
 *
 * @param metric the criterion
 * @param limit in the metric's unit; an upper limit, or a lower one where more is better
 */
public record Slo(Metric metric, double limit) {

  /** Whether a value keeps the objective. */
  public boolean keptBy(double value) {
    return metric.moreIsBetter() ? value >= limit : value <= limit;
  }
}
