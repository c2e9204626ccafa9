package io.meshgauge.report;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Comparison;
import java.util.List;
import java.util.Optional;

/**
 * One variant against another arm of the same session and plan, metric by metric.
 *
 * @param arm the variant
 * @param reference the baseline, or the same mesh with fewer additions
 * @param comparisons in the order of {@link Metric}, without metrics that either arm lacks
 */
public record Contrast(Arm arm, Arm reference, List<Comparison> comparisons) {

  public Contrast {
    comparisons = List.copyOf(comparisons);
  }

  /** The comparison on one metric; empty if either arm lacks it. */
  public Optional<Comparison> on(Metric metric) {
    return comparisons.stream().filter(found -> found.metric() == metric).findFirst();
  }
}
