package io.meshgauge.stats;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedSet;

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
      double[] to = windows(variant, block);
      double[][] from = references.stream().map(it -> windows(it, block)).toArray(double[][]::new);
      boolean sameRounds =
          to.length > 1 && Arrays.stream(from).allMatch(it -> it.length == to.length);
      if (!sameRounds || (ratio && !Difference.above0(from, to))) {
        return OptionalDouble.empty();
      }
      predicted += Difference.between(from, to, ratio).effect().variance() / to.length;
    }
    return OptionalDouble.of(predicted / blocks.size());
  }

  private static double[] windows(Replicates arm, int block) {
    return arm.byRound().getOrDefault(block, List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }
}
