package io.meshgauge.stats;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * The replicates of one metric in one arm, by the block in which each was measured. Arms of one
 * session share their blocks: same arrivals, same hour.
 *
 * @param byBlock a value for each block that has a valid run, finite
 * @param byRound the values of the windows of each block, finite, in the order of the rounds in
 *     which arms took turns; no entry for a block that was measured in one window
 */
public record Replicates(
    SortedMap<Integer, Double> byBlock, SortedMap<Integer, List<Double>> byRound) {
  /** Replicates of one window each. */
  public Replicates(SortedMap<Integer, Double> byBlock) {
    this(byBlock, new TreeMap<>());
  }

  public Replicates {
    byBlock = new TreeMap<>(byBlock);
    byRound = new TreeMap<>(byRound);
    Moments.requireFinite(byBlock.values().stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Replicates of the blocks 1, 2, 3 and so on. */
  public static Replicates of(double... values) {
    SortedMap<Integer, Double> byBlock = new TreeMap<>();
    for (double value : values) {
      byBlock.put(byBlock.size() + 1, value);
    }
    return new Replicates(byBlock);
  }

  /** All values in the order of their blocks. */
  public double[] values() {
    return byBlock.values().stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** The same blocks, all with one value. */
  public Replicates all(double value) {
    SortedMap<Integer, Double> same = new TreeMap<>(byBlock);
    same.replaceAll((block, old) -> value);
    return new Replicates(same);
  }

  /** The values of some of its blocks, in their order. */
  double[] in(SortedSet<Integer> blocks) {
    return blocks.stream().mapToDouble(byBlock::get).toArray();
  }
}
