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
    return of(Moments.of(baseline), Moments.of(variant));
  }

  /**
   * The same test from summary statistics, as studies print them.
   *
   * @param from of the baseline, with the deviation of its sample
   * @param to of the variant
   */
  public static Optional<Welch> of(Moments from, Moments to) {
    if (from.n() < 2 || to.n() < 2) {
      return Optional.empty();
    }
    double squaredError = from.variance() / from.n() + to.variance() / to.n();
    double rounding = ROUNDING_SHARE * Math.max(Math.abs(from.mean()), Math.abs(to.mean()));
    if (squaredError <= rounding * rounding) {
      return Optional.empty();
    }
    TTest.Result result =
        TTest.withDefaults()
            .with(DataDispersion.HETEROSCEDASTIC)
            .test(to.mean(), to.variance(), to.n(), from.mean(), from.variance(), from.n());
    double difference = to.mean() - from.mean();
    double degrees = result.getDegreesOfFreedom();
    double reach = reach(degrees, Interval.CONFIDENCE) * Math.sqrt(squaredError);
    return Optional.of(
        new Welch(
            result.getStatistic(),
            degrees,
            result.getPValue(),
            difference,
            new Interval(difference - reach, difference + reach)));
  }

  /** Interval of {@code meanDifference} at any confidence, 0 to 1. */
  public Interval interval(double confidence) {
    double reach = reach(degreesOfFreedom, confidence) * standardError();
    return new Interval(meanDifference - reach, meanDifference + reach);
  }

  /**
   * The smallest true difference that such samples tell from 0, by Student's quantiles as in {@link
   * Power}.
   *
   * @param level of the two-sided test, 0 to 1
   * @param power chance to find it, 0 to 1
   */
  public double detectable(double level, double power) {
    double found = TDistribution.of(degreesOfFreedom).inverseCumulativeProbability(power);
    return (reach(degreesOfFreedom, 1 - level) + found) * standardError();
  }

  private double standardError() {
    return interval.width() / 2 / reach(degreesOfFreedom, Interval.CONFIDENCE);
  }

  /** Half the width of an interval, in standard errors. */
  private static double reach(double degrees, double confidence) {
    return TDistribution.of(degrees).inverseSurvivalProbability((1 - confidence) / 2);
  }
}
