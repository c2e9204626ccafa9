package io.meshgauge.report;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Comparison;
import java.util.List;
import java.util.Optional;

/**
 * One variant against the baseline of the same session and plan, metric by metric.
 *
 * @param arm the variant
 * @param comparisons in the order of {@link Metric}; metrics that either arm lacks are left out
 */
public record Contrast(Arm arm, List<Comparison> comparisons) {

  public Contrast {
    comparisons = List.copyOf(comparisons);
  }

  /** The comparison on one metric; empty when either arm lacks it. */
  public Optional<Comparison> on(Metric metric) {
    return comparisons.stream().filter(found -> found.metric() == metric).findFirst();
  }
}
