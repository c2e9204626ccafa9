package io.meshgauge.stats;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * How many of some trials had an outcome.
 *
 * @param hits trials with the outcome, from 0 to {@code trials}
 * @param trials at least 1
 */
public record Proportion(long hits, long trials) {
  public Proportion {
    if (trials < 1 || hits < 0 || hits > trials) {
      throw new IllegalArgumentException(
          "%d of %d; expected at least one trial, and from none to all of them"
              .formatted(hits, trials));
    }
  }

  /** The share, 0 to 1. */
  public double value() {
    return (double) hits / trials;
  }

  /**
   * The exact interval of Clopper and Pearson (Biometrika 26, 1934): it covers the true share at
   * least as often as the level says, if the trials are independent.
   *
   * @param level of confidence, for example 0.95
   */
  public Interval interval(double level) {
    double tail = (1 - level) / 2;
    double low =
        hits == 0
            ? 0
            : BetaDistribution.of((double) hits, trials - hits + 1.0)
                .inverseCumulativeProbability(tail);
    double high =
        hits == trials
            ? 1
            : BetaDistribution.of(hits + 1.0, (double) (trials - hits))
                .inverseSurvivalProbability(tail);
    return new Interval(low, high);
  }
}
