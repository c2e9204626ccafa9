package io.meshgauge.stats;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The variant against the baseline, within the blocks that both have: arms of one block had the
 * same arrivals in the same hour, so that what differs between blocks cancels.
 *
 * <p>Where all values are above 0 it is the mean of ln(variant / baseline) over the blocks, with
 * Student's t interval (degrees of freedom: blocks − 1), turned back into a ratio; in the metric's
 * unit it is that ratio at the geometric mean of the baseline. Else it is the mean of the plain
 * differences with the same interval.
 *
 * @param absolute in the metric's unit; positive when the variant is higher
 * @param interval 95 % confidence interval of {@code absolute}; empty below {@value #BLOCKS} shared
 *     blocks
 * @param relative overhead coefficient O = (variant − baseline) / baseline; empty when the baseline
 *     is not above 0, where the quotient says nothing
 * @param relativeInterval 95 % confidence interval of {@code relative}; empty also where a value is
 *     not above 0
 */
public record Difference(
    double absolute,
    Optional<Interval> interval,
    OptionalDouble relative,
    Optional<Interval> relativeInterval) {

  /** With fewer blocks no interval is given: that of two is 13 standard deviations wide. */
  public static final int BLOCKS = 3;

  /**
   * The difference of two arms. Where they share no block, that of their medians.
   *
   * @param baseline replicates of the baseline, at least one
   * @param variant replicates of the variant, at least one
   */
  public static Difference of(Replicates baseline, Replicates variant) {
    double[] from = baseline.sharedWith(variant);
    double[] to = variant.sharedWith(baseline);
    if (from.length == 0) {
      from = new double[] {Bootstrap.median(baseline.values())};
      to = new double[] {Bootstrap.median(variant.values())};
    }
    boolean positive = Arrays.stream(from).allMatch(it -> it > 0);
    return positive && Arrays.stream(to).allMatch(it -> it > 0)
        ? ofRatios(from, to)
        : ofDifferences(from, to);
  }

  private static Difference ofRatios(double[] from, double[] to) {
    double[] logs =
        IntStream.range(0, from.length).mapToDouble(i -> Math.log(to[i] / from[i])).toArray();
    double level = Math.exp(Arrays.stream(from).map(Math::log).average().orElseThrow());
    double relative = Math.expm1(Moments.of(logs).mean());
    Optional<Interval> interval =
        ofMean(logs).map(it -> new Interval(Math.expm1(it.low()), Math.expm1(it.high())));
    return new Difference(
        relative * level,
        interval.map(it -> new Interval(it.low() * level, it.high() * level)),
        OptionalDouble.of(relative),
        interval);
  }

  private static Difference ofDifferences(double[] from, double[] to) {
    double[] differences =
        IntStream.range(0, from.length).mapToDouble(i -> to[i] - from[i]).toArray();
    double absolute = Moments.of(differences).mean();
    double level = Moments.of(from).mean();
    return new Difference(
        absolute,
        ofMean(differences),
        level > 0 ? OptionalDouble.of(absolute / level) : OptionalDouble.empty(),
        Optional.empty());
  }

  /** Student's t interval; right where what is left of the values is normal and independent. */
  private static Optional<Interval> ofMean(double[] values) {
    return values.length < BLOCKS ? Optional.empty() : Optional.of(Moments.of(values).interval());
  }
}
