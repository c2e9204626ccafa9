package io.meshgauge.score;

import io.meshgauge.score.EfficiencyIndex.Terms;
import java.util.Optional;

/**
 * The efficiency index of one variant, or the reason why it has none.
 *
 * @param terms the three terms whose sum is E, of the medians; empty if E is not defined
 * @param undefinedBecause why E is not defined; empty if it is
 */
public record Efficiency(Optional<Terms> terms, Optional<String> undefinedBecause) {
  public Efficiency {
    if (terms.isPresent() == undefinedBecause.isPresent()) {
      throw new IllegalArgumentException(
          "efficiency has terms %s and reason %s; expected one or the other"
              .formatted(terms, undefinedBecause));
    }
  }

  /** A defined index. */
  public static Efficiency of(Terms terms) {
    return new Efficiency(Optional.of(terms), Optional.empty());
  }

  /** No index, for this reason. */
  public static Efficiency undefined(String because) {
    return new Efficiency(Optional.empty(), Optional.of(because));
  }
}
