package io.meshgauge.stats;

import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;

/**
 * Welch's t test of two means, variances not assumed equal, two-sided.
 *
 * @param t statistic of variant minus baseline
 * @param degreesOfFreedom Welch–Satterthwaite
 * @param p probability of a |t| as large when the means are equal, 0 to 1
 * @param meanDifference mean of the variant minus mean of the baseline, in the metric's unit
 * @param interval 95 % confidence interval of {@code meanDifference}
 */
public record Welch(
    double t, double degreesOfFreedom, double p, double meanDifference, Interval interval) {

  /** Variation below this share of the mean is rounding. */
  private static final double ROUNDING_SHARE = 1e-12;

  /** The test; empty with fewer than two replicates in an arm, or when no replicate varies. */
  public static Optional<Welch> of(double[] baseline, double[] variant) {
    if (baseline.length < 2 || variant.length < 2) {
      return Optional.empty();
    }
    Moments from = Moments.of(baseline);
    Moments to = Moments.of(variant);
    double squaredError = from.variance() / from.n() + to.variance() / to.n();
    double rounding = ROUNDING_SHARE * Math.max(Math.abs(from.mean()), Math.abs(to.mean()));
    if (squaredError <= rounding * rounding) {
      return Optional.empty();
    }
    TTest.Result result =
        TTest.withDefaults().with(DataDispersion.HETEROSCEDASTIC).test(variant, baseline);
    double difference = to.mean() - from.mean();
    double degrees = result.getDegreesOfFreedom();
    double tail = (1 - Interval.CONFIDENCE) / 2;
    double reach =
        TDistribution.of(degrees).inverseSurvivalProbability(tail) * Math.sqrt(squaredError);
    return Optional.of(
        new Welch(
            result.getStatistic(),
            degrees,
            result.getPValue(),
            difference,
            new Interval(difference - reach, difference + reach)));
  }
}
