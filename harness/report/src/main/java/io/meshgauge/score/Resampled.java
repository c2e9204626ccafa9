package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Bootstrap;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Medians of one variant, and means over its runs in every bootstrap resample.
 *
 * <p>Metrics with equally many replicates are resampled by the same positions, which keeps the
 * values of one run together: a slow run is slow in latency and in throughput.
 */
final class Resampled {
  private final Map<Metric, Double> medians = new EnumMap<>(Metric.class);
  private final Map<Metric, double[]> values = new EnumMap<>(Metric.class);
  private final Map<Metric, int[][]> positions = new EnumMap<>(Metric.class);

  Resampled(ScoreInput input, Collection<Metric> metrics, UniformRandomProvider random) {
    Map<Integer, int[][]> positionsByLength = new HashMap<>();
    for (Metric metric : metrics) {
      double[] all = input.values(metric);
      if (all.length > 0) {
        medians.put(metric, Bootstrap.median(all));
        values.put(metric, all);
        positions.put(
            metric, positionsByLength.computeIfAbsent(all.length, n -> positions(n, random)));
      }
    }
  }

  boolean has(Metric metric) {
    return medians.containsKey(metric);
  }

  double median(Metric metric) {
    return medians.getOrDefault(metric, Double.NaN);
  }

  /** Mean of a function of the values, for every resample in drawing order. */
  double[] means(Metric metric, DoubleUnaryOperator function) {
    double[] each =
        Arrays.stream(values.getOrDefault(metric, new double[0])).map(function).toArray();
    return Arrays.stream(positions.getOrDefault(metric, new int[0][]))
        .mapToDouble(drawn -> Arrays.stream(drawn).mapToDouble(at -> each[at]).sum() / each.length)
        .toArray();
  }

  private static int[][] positions(int n, UniformRandomProvider random) {
    int[][] positions = new int[Bootstrap.RESAMPLES][n];
    for (int[] resample : positions) {
      for (int i = 0; i < n; i++) {
        resample[i] = random.nextInt(n);
      }
    }
    return positions;
  }
}
