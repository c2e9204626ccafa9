package io.meshgauge.report;

import io.meshgauge.attribution.Attribution;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.stats.Comparison;
import java.util.List;
import java.util.Optional;

/**
 * One variant against another arm of the same session and plan, metric by metric.
 *
 * @param arm the variant
 * @param reference the baseline, or the same mesh with fewer additions
 * @param comparisons in the order of {@link Metric}, without metrics that either arm lacks
 * @param attributions where the added mean response time and CPU are spent, as far as it is known
 */
public record Contrast(
    Arm arm, Arm reference, List<Comparison> comparisons, List<Attribution> attributions) {

  public Contrast {
    comparisons = List.copyOf(comparisons);
    attributions = List.copyOf(attributions);
  }

  /** Where what is added in that unit is spent; empty if it is not known. */
  public Optional<Attribution> attribution(Unit unit) {
    return attributions.stream().filter(found -> found.unit() == unit).findFirst();
  }

  /** The comparison on one metric; empty if either arm lacks it. */
  public Optional<Comparison> on(Metric metric) {
    return comparisons.stream().filter(found -> found.metric() == metric).findFirst();
  }
}
