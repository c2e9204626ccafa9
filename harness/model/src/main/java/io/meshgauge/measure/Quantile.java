package io.meshgauge.measure;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A metric that is a percentile of some distribution of the load.
 *
 * @param percentile from 0 to 100
 * @param distribution of which values
 */
public record Quantile(double percentile, Distribution distribution) {
  /** Values beyond a percentile below which the percentile is one of a few largest values. */
  private static final int BEYOND = 10;

  /** All such metrics. */
  public static final Map<Metric, Quantile> ALL = all();

  /** Values of the load. */
  public enum Distribution {
    RESPONSE(false, LabelResult::response),
    SERVICE(false, LabelResult::service),
    FIRST_BYTE(false, LabelResult::firstByte),
    DENIED(true, LabelResult::response);

    private final boolean refused;
    private final Function<LabelResult, LatencyHistogram> histogram;

    Distribution(boolean refused, Function<LabelResult, LatencyHistogram> histogram) {
      this.refused = refused;
      this.histogram = histogram;
    }

    /** These values in the result of a run. */
    public LatencyHistogram of(LoadResult load) {
      return LatencyHistogram.merge(parts(load).toList());
    }

    /** How many values the result of a run has, without merging them. */
    long count(LoadResult load) {
      return parts(load).mapToLong(LatencyHistogram::count).sum();
    }

    private Stream<LatencyHistogram> parts(LoadResult load) {
      return load.labels().stream().filter(it -> it.refused() == refused).map(histogram);
    }
  }

  private static Map<Metric, Quantile> all() {
    Map<Metric, Quantile> all = new EnumMap<>(Metric.class);
    all.put(Metric.RESPONSE_P50, new Quantile(50, Distribution.RESPONSE));
    all.put(Metric.RESPONSE_P90, new Quantile(90, Distribution.RESPONSE));
    all.put(Metric.RESPONSE_P95, new Quantile(95, Distribution.RESPONSE));
    all.put(Metric.RESPONSE_P99, new Quantile(99, Distribution.RESPONSE));
    all.put(Metric.RESPONSE_P999, new Quantile(99.9, Distribution.RESPONSE));
    all.put(Metric.SERVICE_P50, new Quantile(50, Distribution.SERVICE));
    all.put(Metric.SERVICE_P99, new Quantile(99, Distribution.SERVICE));
    all.put(Metric.FIRST_BYTE_P50, new Quantile(50, Distribution.FIRST_BYTE));
    all.put(Metric.FIRST_BYTE_P99, new Quantile(99, Distribution.FIRST_BYTE));
    all.put(Metric.DENIED_P50, new Quantile(50, Distribution.DENIED));
    all.put(Metric.DENIED_P99, new Quantile(99, Distribution.DENIED));
    return Collections.unmodifiableMap(all);
  }

  /** The percentile that a metric is; empty for any other metric. */
  public static Optional<Quantile> of(Metric metric) {
    return Optional.ofNullable(ALL.get(metric));
  }

  /** How many values a run must hold so that ten of them lie beyond the percentile. */
  public long needed() {
    return Math.round(BEYOND / (1 - percentile / 100));
  }

  /** The percentile over several runs together, in seconds. */
  public double together(List<LoadResult> loads) {
    return LatencyHistogram.merge(loads.stream().map(distribution::of).toList())
        .seconds(percentile);
  }

  /** Whether a metric is a percentile for which one of these runs holds too few values. */
  public static boolean beyondTheData(Metric metric, List<LoadResult> loads) {
    return !loads.isEmpty() && of(metric).filter(it -> it.fewest(loads) < it.needed()).isPresent();
  }

  /** The number of values of the run that holds the fewest. */
  public long fewest(List<LoadResult> loads) {
    return loads.stream().mapToLong(distribution::count).min().orElse(0);
  }
}
