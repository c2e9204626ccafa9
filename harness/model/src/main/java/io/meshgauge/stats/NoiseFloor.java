package io.meshgauge.stats;

import io.meshgauge.measure.Metric;
import java.util.OptionalDouble;

/**
 * What the baseline shows against itself in the same session (the A/A pair), estimated like every
 * other difference. The idea of an A/A control is that of Kohavi, Tang and Xu, "Trustworthy Online
 * Controlled Experiments" (2020), chapter 19.
 *
 * @param metric what it is the floor of
 * @param difference A′ − A within blocks
 */
public record NoiseFloor(Metric metric, Difference difference) {

  /**
   * The floor of one metric.
   *
   * @param baseline replicates of the baseline
   * @param again replicates of the baseline measured a second time in the same session
   */
  public static NoiseFloor of(Metric metric, Replicates baseline, Replicates again) {
    return new NoiseFloor(metric, Difference.of(baseline, again));
  }

  /**
   * In the metric's unit, at least 0: the farther end of the 95 % interval of A′ − A, or |A′ − A|
   * where there is no interval.
   */
  public double absolute() {
    return difference
        .interval()
        .map(it -> Math.max(Math.abs(it.low()), Math.abs(it.high())))
        .orElse(Math.abs(difference.absolute()));
  }

  /** {@link #absolute} over the baseline's level; empty when that is not above 0. */
  public OptionalDouble relative() {
    return difference.level() > 0
        ? OptionalDouble.of(absolute() / difference.level())
        : OptionalDouble.empty();
  }

  /** Whether the two differ significantly, which happens in one session of twenty by chance. */
  public boolean distinct() {
    return difference.p().orElse(1) < Comparison.LEVEL;
  }
}
