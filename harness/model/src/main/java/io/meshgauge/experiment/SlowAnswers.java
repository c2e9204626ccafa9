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
 * Number of answers in a window slower than the limits of percentile objectives.
 *
 * @param of all answers to allowed requests
 * @param above answers slower than the limit, by metric of the objective
 */
public record SlowAnswers(long of, SortedMap<Metric, Long> above) {
  /** The percentile of each response-time metric; other metrics have no error budget. */
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

  /** Counts slow answers for objectives on percentiles of response times. */
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
   * The share of answers that may be slower than the limit of an objective; empty if the metric is
   * not a percentile of response times.
   */
  public static OptionalDouble permitted(Metric metric) {
    Double percentile = PERCENTILES.get(metric);
    return percentile == null
        ? OptionalDouble.empty()
        : OptionalDouble.of((100 - percentile) / 100);
  }
}
