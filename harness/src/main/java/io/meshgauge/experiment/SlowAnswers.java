package io.meshgauge.experiment;

import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.Metric;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many answers of a window were slower than objectives permit to a percentile.
 *
 * @param of answers to allowed requests, all together
 * @param above how many of them took longer than the objective's limit, by its metric
 */
public record SlowAnswers(long of, SortedMap<Metric, Long> above) {
  /** Of which percentile of response times a metric is; what is no such metric has no budget. */
  private static final Map<Metric, Double> PERCENTILES =
      Map.of(
          Metric.RESPONSE_P50, 50.0,
          Metric.RESPONSE_P90, 90.0,
          Metric.RESPONSE_P95, 95.0,
          Metric.RESPONSE_P99, 99.0,
          Metric.RESPONSE_P999, 99.9);

  public SlowAnswers {
    above = Collections.unmodifiableSortedMap(new TreeMap<>(above));
  }

  /** The slow answers among response times, by the objectives that are about their percentiles. */
  public static SlowAnswers of(LatencyHistogram response, List<Slo> slos) {
    SortedMap<Metric, Long> above = new TreeMap<>();
    for (Slo slo : slos) {
      if (PERCENTILES.containsKey(slo.metric())) {
        above.put(slo.metric(), response.above(slo.limit()));
      }
    }
    return new SlowAnswers(response.count(), above);
  }

  /**
   * The share of answers that may be slower than the limit of an objective about a metric; empty
   * where the metric is no percentile of response times.
   */
  public static OptionalDouble permitted(Metric metric) {
    Double percentile = PERCENTILES.get(metric);
    return percentile == null
        ? OptionalDouble.empty()
        : OptionalDouble.of((100 - percentile) / 100);
  }
}
