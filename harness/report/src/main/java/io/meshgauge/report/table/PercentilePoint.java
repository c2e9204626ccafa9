package io.meshgauge.report.table;

import io.meshgauge.experiment.Run;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.report.arm.Arm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Response time of an arm at one percentile, in milliseconds; NaN where too few requests lie beyond
 * the percentile.
 *
 * @param percentile from 0 to 100
 * @param together of all valid runs merged
 * @param low the lowest of the runs; NaN where one run has too few requests, or there is one run
 * @param high the highest of the runs; NaN where {@code low} is
 */
public record PercentilePoint(double percentile, double together, double low, double high) {
  /** A percentile that fewer requests than this exceed is one of a few largest values. */
  public static final int REQUESTS_BEYOND = 10;

  private static final double ROUNDING = 1e-6;

  /** The points of an arm, in the order of the percentiles. */
  public static List<PercentilePoint> of(Arm arm, double... percentiles) {
    double[] low = new double[percentiles.length];
    double[] high = new double[percentiles.length];
    Arrays.fill(low, Double.POSITIVE_INFINITY);
    int runs = 0;
    // One histogram at a time: thousands of them do not fit into memory.
    for (Run run : arm.valid()) {
      LoadResult load = run.results().load();
      if (load != null) {
        runs++;
        LatencyHistogram response = load.allowedResponse();
        for (int i = 0; i < percentiles.length; i++) {
          double value = millis(response, percentiles[i]);
          low[i] = Math.min(low[i], value);
          high[i] = Math.max(high[i], value);
        }
      }
    }
    LatencyHistogram together = arm.response();
    List<PercentilePoint> points = new ArrayList<>();
    for (int i = 0; i < percentiles.length; i++) {
      points.add(
          new PercentilePoint(
              percentiles[i],
              millis(together, percentiles[i]),
              runs > 1 ? low[i] : Double.NaN,
              runs > 1 ? high[i] : Double.NaN));
    }
    return points;
  }

  /** Whether the percentile is known of all runs together. */
  public boolean known() {
    return !Double.isNaN(together);
  }

  /** Whether it is known of each of several runs. */
  public boolean ranged() {
    return !Double.isNaN(low);
  }

  private static double millis(LatencyHistogram response, double percentile) {
    double beyond = response.count() * (1 - percentile / 100);
    return beyond + ROUNDING < REQUESTS_BEYOND ? Double.NaN : response.seconds(percentile) * 1e3;
  }
}
