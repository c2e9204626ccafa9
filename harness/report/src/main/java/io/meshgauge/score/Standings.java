package io.meshgauge.score;

import io.meshgauge.score.Scorecard.Composite;
import io.meshgauge.stats.Bootstrap;
import io.meshgauge.stats.Comparison;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The composites of all contenders under one weight set, and their ranks. */
final class Standings {
  private final List<Criterion> criteria;
  private final WeightSet set;
  private final List<Contender> contenders;
  private final long seed;
  private final double[] weights;
  private final double[][] draws;

  Standings(List<Criterion> criteria, WeightSet set, List<Contender> contenders, long seed) {
    this.criteria = criteria;
    this.set = set;
    this.contenders = contenders;
    this.seed = seed;
    weights = criteria.stream().mapToDouble(one -> set.weight(one.metric())).toArray();
    draws = contenders.stream().map(this::draws).toArray(double[][]::new);
  }

  /** The 95 % quantile of the distance of two contenders' scores over resamples. */
  double distance(Contender here, Contender again) {
    double[] differences = minus(draws(again), draws(here));
    return Bootstrap.quantile(
        Arrays.stream(differences).map(Math::abs).toArray(), Bootstrap.CONFIDENCE);
  }

  /**
   * One composite per contender, in their order.
   *
   * @param floor differences up to it do not change a rank
   * @param overAnyWeights first places over all weights, by contender
   */
  List<Composite> composites(double floor, double[] overAnyWeights) {
    int[] ranks = new int[contenders.size()];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = 1;
      for (int j = 0; j < ranks.length; j++) {
        ranks[i] += i != j && beats(j, i, floor) ? 1 : 0;
      }
    }
    double[] overReplicates = Sensitivity.firstPlaces(draws);
    double[] shapes = Arrays.stream(weights).map(w -> w * Stability.CONCENTRATION).toArray();
    double[] overWeights =
        Sensitivity.overWeights(contenders, shapes, Bootstrap.random(seed + set.name().hashCode()));
    List<Composite> composites = new ArrayList<>();
    for (int i = 0; i < ranks.length; i++) {
      int rank = ranks[i];
      composites.add(
          new Composite(
              set.name(),
              contenders.get(i).score(weights),
              contenders.get(i).runs(criteria, weights),
              rank,
              Arrays.stream(ranks).filter(other -> other == rank).count() > 1,
              new Stability(overReplicates[i], overWeights[i], overAnyWeights[i])));
    }
    return composites;
  }

  private boolean beats(int one, int other, double floor) {
    Contender better = contenders.get(one);
    Contender worse = contenders.get(other);
    return Math.min(better.replicates(), worse.replicates()) >= Comparison.MINIMUM_REPLICATES
        && better.score(weights) - worse.score(weights) > floor
        && Bootstrap.interval(minus(draws[one], draws[other])).low() > 0;
  }

  private double[] draws(Contender contender) {
    return contender.scoreDraws(criteria, weights);
  }

  private static double[] minus(double[] a, double[] b) {
    double[] difference = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      difference[i] = a[i] - b[i];
    }
    return difference;
  }
}
