package io.meshgauge.score;

import io.meshgauge.score.EfficiencyIndex.Terms;
import io.meshgauge.stats.Interval;
import java.util.Optional;

/**
 * The efficiency index of one variant, or the reason why it has none.
 *
 * @param terms the three terms whose sum is E, of the medians; empty when E is not defined
 * @param interval 95 % bootstrap interval of E over replicates; empty when E is not defined
 * @param undefinedBecause why E is not defined, in words; empty when it is
 */
public record Efficiency(
    Optional<Terms> terms, Optional<Interval> interval, Optional<String> undefinedBecause) {
  public Efficiency {
    if (terms.isPresent() == undefinedBecause.isPresent()
        || terms.isPresent() != interval.isPresent()) {
      throw new IllegalArgumentException(
          "efficiency has terms %s, interval %s and reason %s; expected the first two or the last"
              .formatted(terms, interval, undefinedBecause));
    }
  }

  /** A defined index. */
  public static Efficiency of(Terms terms, Interval interval) {
    return new Efficiency(Optional.of(terms), Optional.of(interval), Optional.empty());
  }

  /** No index, for this reason. */
  public static Efficiency undefined(String because) {
    return new Efficiency(Optional.empty(), Optional.empty(), Optional.of(because));
  }
}
