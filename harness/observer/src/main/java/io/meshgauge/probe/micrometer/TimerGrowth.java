package io.meshgauge.probe.micrometer;

import io.meshgauge.measure.HopLatency;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a timer with histogram buckets has grown by, over all its series.
 *
 * @param count calls
 * @param sumSeconds their durations' sum
 * @param maxSeconds the timer's recent maximum; stands in for the bound of the last, open bucket
 * @param buckets calls by upper bound in seconds; not cumulative
 */
record TimerGrowth(
    long count, double sumSeconds, double maxSeconds, SortedMap<Double, Double> buckets) {

  private static final String BOUND = "le";

  /** The growth of a timer between the samples of two scrapes. */
  static TimerGrowth of(String timer, List<Sample> before, List<Sample> after) {
    double count = grown(timer + "_count", before, after);
    double sum = grown(timer + "_sum", before, after);
    double max =
        after.stream()
            .filter(sample -> sample.name().equals(timer + "_max"))
            .mapToDouble(Sample::value)
            .max()
            .orElse(0);
    SortedMap<Double, Double> buckets = buckets(timer + "_bucket", after);
    buckets(timer + "_bucket", before).forEach((le, n) -> buckets.merge(le, -n, Double::sum));
    buckets.values().stream()
        .filter(n -> n < 0)
        .findFirst()
        .ifPresent(n -> fell(timer + "_bucket", n));
    return new TimerGrowth(Math.round(count), sum, max, buckets);
  }

  HopLatency latency(String client, String server, HopLatency.Side side) {
    return new HopLatency(
        client, server, side, count, sumSeconds / count, quantile(0.5), quantile(0.99));
  }

  /** Nearest rank: the bound of the bucket that holds the value at rank ⌈q·n⌉. */
  private double quantile(double q) {
    double total = buckets.values().stream().mapToDouble(Double::doubleValue).sum();
    double rank = Math.ceil(q * total);
    double seen = 0;
    double lastBound = 0;
    for (Map.Entry<Double, Double> bucket : buckets.entrySet()) {
      seen += bucket.getValue();
      if (Double.isInfinite(bucket.getKey())) {
        break;
      }
      lastBound = bucket.getKey();
      if (seen >= rank) {
        return lastBound;
      }
    }
    return Math.max(lastBound, maxSeconds);
  }

  private static double grown(String name, List<Sample> before, List<Sample> after) {
    double growth = sum(name, after) - sum(name, before);
    return growth < 0 ? fell(name, growth) : growth;
  }

  private static double fell(String name, double by) {
    throw new ProbeException(
        "%s fell by %s within the window; expected a counter that only grows: was the service restarted?"
            .formatted(name, -by));
  }

  private static double sum(String name, List<Sample> samples) {
    return samples.stream()
        .filter(sample -> sample.name().equals(name))
        .mapToDouble(Sample::value)
        .sum();
  }

  /** Calls per bucket over all series; undone from cumulative within each series. */
  private static SortedMap<Double, Double> buckets(String name, List<Sample> samples) {
    SortedMap<String, SortedMap<Double, Double>> series = new TreeMap<>();
    for (Sample sample : samples) {
      if (sample.name().equals(name)) {
        SortedMap<String, String> others = new TreeMap<>(sample.labels());
        String bound = others.remove(BOUND);
        series
            .computeIfAbsent(others.toString(), unused -> new TreeMap<>())
            .put(bound(name, bound), sample.value());
      }
    }
    SortedMap<Double, Double> buckets = new TreeMap<>();
    for (SortedMap<Double, Double> cumulative : new ArrayList<>(series.values())) {
      double below = 0;
      for (Map.Entry<Double, Double> bucket : cumulative.entrySet()) {
        buckets.merge(bucket.getKey(), bucket.getValue() - below, Double::sum);
        below = bucket.getValue();
      }
    }
    return buckets;
  }

  private static double bound(String name, @Nullable String text) {
    if (text == null) {
      throw new ProbeException(name + ": a bucket without an upper bound 'le'");
    }
    try {
      return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new ProbeException(
          "%s: a bucket with the upper bound '%s'; expected a number of seconds"
              .formatted(name, text),
          e);
    }
  }
}
