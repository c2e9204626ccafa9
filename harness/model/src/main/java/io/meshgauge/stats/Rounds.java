package io.meshgauge.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.stream.IntStream;

/**
 * What the rounds of a block say of its noise: in each round every arm has one window, with the
 * same arrivals, so their differences within rounds repeat that of the block.
 */
final class Rounds {
  private Rounds() {}

  /**
   * Variance of a block's difference as its rounds predict it: that of the differences within
   * rounds, pooled over the blocks, over the number of rounds. Empty where a block was not measured
   * in rounds, or a window lacks a value.
   *
   * @param references the equal arms of the reference
   * @param blocks that all arms have
   * @param ratio whether differences are ln ratios
   */
  static OptionalDouble variance(
      List<Replicates> references, Replicates variant, SortedSet<Integer> blocks, boolean ratio) {
    double predicted = 0;
    for (int block : blocks) {
      List<List<Double>> from = new ArrayList<>();
      for (Replicates reference : references) {
        from.add(reference.byRound().getOrDefault(block, List.of()));
      }
      List<Double> to = variant.byRound().getOrDefault(block, List.of());
      int rounds = to.size();
      boolean sameRounds = rounds > 1 && from.stream().allMatch(it -> it.size() == rounds);
      boolean possible = !ratio || (above0(to) && from.stream().allMatch(Rounds::above0));
      if (!sameRounds || !possible) {
        return OptionalDouble.empty();
      }
      double[] differences =
          IntStream.range(0, rounds)
              .mapToDouble(
                  round ->
                      Difference.scaled(to.get(round), ratio)
                          - from.stream()
                              .mapToDouble(it -> Difference.scaled(it.get(round), ratio))
                              .average()
                              .orElseThrow())
              .toArray();
      predicted += Moments.of(differences).variance() / rounds;
    }
    return OptionalDouble.of(predicted / blocks.size());
  }

  private static boolean above0(List<Double> values) {
    return values.stream().allMatch(it -> it > 0);
  }
}
