package io.meshgauge.score;

import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Bootstrap;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * One variant's medians, as measured and in every bootstrap resample of its runs.
 *
 * <p>Metrics with equally many replicates are resampled by the same positions, so that the values
 * of one run stay together: a slow run is slow in latency and in throughput at once.
 */
final class Resampled {
  private final Map<Metric, Double> medians = new EnumMap<>(Metric.class);
  private final Map<Metric, double[]> draws = new EnumMap<>(Metric.class);

  Resampled(ScoreInput input, Collection<Metric> metrics, UniformRandomProvider random) {
    Map<Integer, int[][]> positionsByLength = new HashMap<>();
    for (Metric metric : metrics) {
      double[] values = input.values(metric);
      if (values.length > 0) {
        int[][] positions =
            positionsByLength.computeIfAbsent(values.length, n -> positions(n, random));
        medians.put(metric, Bootstrap.median(values));
        draws.put(metric, medians(values, positions));
      }
    }
  }

  boolean has(Metric metric) {
    return medians.containsKey(metric);
  }

  double median(Metric metric) {
    return medians.getOrDefault(metric, Double.NaN);
  }

  /** The medians of the resamples in drawing order. */
  double[] draws(Metric metric) {
    return draws.getOrDefault(metric, new double[0]);
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

  private static double[] medians(double[] values, int[][] positions) {
    double[] medians = new double[positions.length];
    double[] resample = new double[values.length];
    for (int draw = 0; draw < positions.length; draw++) {
      for (int i = 0; i < resample.length; i++) {
        resample[i] = values[positions[draw][i]];
      }
      medians[draw] = Bootstrap.median(resample);
    }
    return medians;
  }
}
