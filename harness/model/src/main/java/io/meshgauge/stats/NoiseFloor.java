package io.meshgauge.stats;

import io.meshgauge.measure.Metric;
import java.util.Arrays;
import java.util.OptionalDouble;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The difference that the baseline shows against itself in the same session (the A/A pair).
 *
 * <p>It is the 95 % quantile of |median(A*) − median(A′*)| over bootstrap resamples of both arms,
 * not the one observed difference, which can be near zero by luck. The idea of an A/A control is
 * that of Kohavi, Tang and Xu, "Trustworthy Online Controlled Experiments" (2020), chapter 19. With
 * three replicates it is the largest distance from a replicate of one arm to one of the other on
 * the wider side.
 *
 * @param metric what it is the floor of
 * @param absolute in the metric's unit, at least 0: a difference up to it is noise
 * @param relative {@code absolute} over the median of all replicates of both arms; empty when that
 *     is not above 0
 * @param observed the difference of the two medians as measured, A′ − A
 * @param n replicates of A
 * @param nAgain replicates of A′
 */
public record NoiseFloor(
    Metric metric, double absolute, OptionalDouble relative, double observed, int n, int nAgain) {

  /**
   * The floor of one metric.
   *
   * @param baseline replicates of the baseline
   * @param again replicates of the baseline measured a second time in the same session
   * @param seed of the bootstrap
   */
  public static NoiseFloor of(Metric metric, double[] baseline, double[] again, long seed) {
    UniformRandomProvider random = Bootstrap.random(seed);
    double[] here = Bootstrap.medians(baseline, random);
    double[] there = Bootstrap.medians(again, random);
    double[] distances = new double[here.length];
    for (int draw = 0; draw < here.length; draw++) {
      distances[draw] = Math.abs(there[draw] - here[draw]);
    }
    double absolute = Bootstrap.quantile(distances, Bootstrap.CONFIDENCE);
    double centre = Bootstrap.median(joined(baseline, again));
    return new NoiseFloor(
        metric,
        absolute,
        centre > 0 ? OptionalDouble.of(absolute / centre) : OptionalDouble.empty(),
        Bootstrap.median(again) - Bootstrap.median(baseline),
        baseline.length,
        again.length);
  }

  /** Whether a difference cannot be distinguished from what the baseline shows against itself. */
  public boolean hides(double difference) {
    return Math.abs(difference) <= absolute;
  }

  private static double[] joined(double[] a, double[] b) {
    double[] all = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, all, a.length, b.length);
    return all;
  }
}
