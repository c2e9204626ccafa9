package io.meshgauge.score;

import io.meshgauge.score.Scorecard.Placement;
import io.meshgauge.stats.Comparison;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Holm;
import io.meshgauge.stats.Replicates;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Places of variants with equal promises under one weight set.
 *
 * <p>A variant's rank is 1 + the number of variants that beat it: their score is higher by
 * Student's test of the differences within blocks, after Holm's correction over all pairs.
 */
final class Ranking {
  private final List<Contender> group;
  private final double[] weights;
  private final long seed;
  private final List<Replicates> scores;

  private Ranking(List<Contender> group, double[] weights, long seed) {
    this.group = group;
    this.weights = weights;
    this.seed = seed;
    this.scores = group.stream().flatMap(it -> it.scores(weights).stream()).toList();
  }

  /**
   * The place of each variant of a group; none for a variant without company, or where fewer than
   * three blocks have a score of all.
   */
  static Map<String, Placement> of(List<Contender> group, double[] weights, long seed) {
    Ranking ranking = new Ranking(group, weights, seed);
    SortedSet<Integer> shared = ranking.sharedBlocks();
    return group.size() < 2 || shared.size() < Comparison.MINIMUM_REPLICATES
        ? Map.of()
        : ranking.placements(shared);
  }

  private SortedSet<Integer> sharedBlocks() {
    SortedSet<Integer> shared = new TreeSet<>();
    if (scores.size() == group.size() && !scores.isEmpty()) {
      shared.addAll(scores.get(0).byBlock().keySet());
      scores.forEach(it -> shared.retainAll(it.byBlock().keySet()));
    }
    return shared;
  }

  private Map<String, Placement> placements(SortedSet<Integer> shared) {
    boolean[][] beats = beats();
    int[] ranks = new int[group.size()];
    for (int i = 0; i < ranks.length; i++) {
      int at = i;
      ranks[i] = 1 + (int) IntStream.range(0, ranks.length).filter(j -> beats[j][at]).count();
    }
    double[][] values =
        scores.stream()
            .map(it -> shared.stream().mapToDouble(it.byBlock()::get).toArray())
            .toArray(double[][]::new);
    double[][] probabilities =
        Sensitivity.rankShares(Sensitivity.means(values, Sensitivity.random(seed)));
    double[] nearby = overWeights(Arrays.stream(weights).map(w -> w * Stability.CONCENTRATION));
    double[] any = overWeights(Arrays.stream(weights).map(w -> w > 0 ? 1 : 0));
    double[] limits = Sensitivity.overLimits(group, weights, Sensitivity.random(seed));
    Map<String, Placement> placements = new HashMap<>();
    for (int i = 0; i < ranks.length; i++) {
      int rank = ranks[i];
      placements.put(
          group.get(i).variant(),
          new Placement(
              rank,
              Arrays.stream(ranks).filter(other -> other == rank).count() > 1,
              Arrays.stream(probabilities[i]).boxed().toList(),
              new Stability(nearby[i], any[i], limits[i])));
    }
    return placements;
  }

  private double[] overWeights(DoubleStream shapes) {
    UniformRandomProvider random = Sensitivity.random(seed);
    return Sensitivity.overWeights(group, shapes.toArray(), random);
  }

  private boolean[][] beats() {
    int n = group.size();
    double[] p = new double[n * (n - 1) / 2];
    boolean[] firstIsHigher = new boolean[p.length];
    int pair = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++, pair++) {
        Difference difference = Difference.inUnits(List.of(scores.get(j)), scores.get(i));
        p[pair] = difference.p().orElse(1);
        firstIsHigher[pair] = difference.absolute() > 0;
      }
    }
    double[] adjusted = Holm.adjust(p);
    boolean[][] beats = new boolean[n][n];
    pair = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++, pair++) {
        boolean decided = adjusted[pair] < Comparison.LEVEL;
        beats[i][j] = decided && firstIsHigher[pair];
        beats[j][i] = decided && !firstIsHigher[pair];
      }
    }
    return beats;
  }

  /** Groups of equal promises, in order of appearance. */
  static List<List<Contender>> groups(List<Contender> contenders) {
    return contenders.stream()
        .map(it -> it.input().promises())
        .distinct()
        .map(
            promises ->
                contenders.stream().filter(it -> it.input().promises().equals(promises)).toList())
        .toList();
  }

  static Optional<Placement> in(List<Map<String, Placement>> all, String variant) {
    return all.stream()
        .filter(it -> it.containsKey(variant))
        .map(it -> it.get(variant))
        .findFirst();
  }
}
