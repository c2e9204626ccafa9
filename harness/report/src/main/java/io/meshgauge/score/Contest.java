package io.meshgauge.score;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All variants under one plan at one load level.
 *
 * @param plan its name
 * @param variants each name once; including the baseline if it was measured
 * @param baseline name of the reference, which has a score but no rank
 */
public record Contest(String plan, List<ScoreInput> variants, String baseline) {
  public Contest {
    variants = List.copyOf(variants);
    Set<String> names = new HashSet<>();
    for (ScoreInput input : variants) {
      if (!names.add(input.variant())) {
        throw new IllegalArgumentException(
            "plan %s has the variant %s twice; expected each once"
                .formatted(plan, input.variant()));
      }
    }
  }

  /** The baseline's replicates; empty if it was not measured or may not be scored. */
  public Optional<ScoreInput> usableBaseline() {
    return variants.stream()
        .filter(input -> input.variant().equals(baseline))
        .filter(input -> input.unscoredBecause().isEmpty())
        .findFirst();
  }
}
