package io.meshgauge.stats;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The median of the variant minus the median of the baseline.
 *
 * @param absolute in the metric's unit; positive when the variant is higher
 * @param interval 95 % percentile bootstrap interval of {@code absolute}, both arms resampled
 *     independently
 * @param relative overhead coefficient O = (variant − baseline) / baseline; empty when the
 *     baseline's median is not above 0, where the quotient says nothing
 * @param relativeInterval bootstrap interval of {@code relative}; empty also when a resampled
 *     baseline is not above 0
 */
public record Difference(
    double absolute,
    Interval interval,
    OptionalDouble relative,
    Optional<Interval> relativeInterval) {

  /**
   * The difference of two arms.
   *
   * @param baseline replicates of the baseline, at least one
   * @param variant replicates of the variant, at least one
   * @param seed of the bootstrap
   */
  public static Difference of(double[] baseline, double[] variant, long seed) {
    UniformRandomProvider random = Bootstrap.random(seed);
    double[] from = Bootstrap.medians(baseline, random);
    double[] to = Bootstrap.medians(variant, random);
    double[] absolute = new double[from.length];
    double[] relative = new double[from.length];
    for (int draw = 0; draw < from.length; draw++) {
      absolute[draw] = to[draw] - from[draw];
      relative[draw] = absolute[draw] / from[draw];
    }
    double centre = Bootstrap.median(baseline);
    double observed = Bootstrap.median(variant) - centre;
    boolean quotientMakesSense = Arrays.stream(from).allMatch(median -> median > 0);
    return new Difference(
        observed,
        Bootstrap.interval(absolute),
        centre > 0 ? OptionalDouble.of(observed / centre) : OptionalDouble.empty(),
        quotientMakesSense ? Optional.of(Bootstrap.interval(relative)) : Optional.empty());
  }
}
