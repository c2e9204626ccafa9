package io.meshgauge.stats;

import java.util.Arrays;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * The Mann–Whitney U test of two arms, two-sided. Up to {@value #EXACT} replicates together p is
 * exact, with ties too: among all ways to deal the values at hand to the two arms, those with a U
 * as extreme; twice the smaller tail. With more it is by the normal distribution where values are
 * tied.
 *
 * @param u statistic of the variant: pairs in which it is higher, ties counted half
 * @param p probability of a U as extreme if the arms do not differ, 0 to 1
 * @param smallestP the smallest p that these values can give, however they are dealt to the arms
 */
public record MannWhitney(double u, double p, double smallestP) {
  private static final int EXACT = 20;

  /** The test of two arms of at least one replicate each. */
  public static MannWhitney of(double[] baseline, double[] variant) {
    int n = baseline.length + variant.length;
    if (n > EXACT) {
      MannWhitneyUTest.Result result = MannWhitneyUTest.withDefaults().test(variant, baseline);
      return new MannWhitney(
          result.getStatistic(), result.getPValue(), smallest(baseline.length, variant.length));
    }
    int[] ranks = doubledRanks(variant, baseline);
    double[] deals = dealsByRankSum(ranks, variant.length);
    double all = Arrays.stream(deals).sum();
    int sum = Arrays.stream(ranks, 0, variant.length).sum();
    double lower = Arrays.stream(deals, 0, sum + 1).sum() / all;
    double upper = Arrays.stream(deals, sum, deals.length).sum() / all;
    double lowest = Arrays.stream(deals).filter(count -> count > 0).findFirst().orElseThrow();
    double highest = Arrays.stream(deals).filter(count -> count > 0).reduce((a, b) -> b).orElse(1);
    return new MannWhitney(
        sum / 2.0 - variant.length * (variant.length + 1) / 2.0,
        twice(Math.min(lower, upper)),
        twice(Math.min(lowest, highest) / all));
  }

  /** Whether these values can reach a p below the level at all. */
  public boolean canReach(double level) {
    return smallestP < level;
  }

  private static double twice(double tail) {
    return Math.min(1, 2 * tail);
  }

  private static double smallest(int some, int others) {
    double orders = 1;
    for (int i = 1; i <= some; i++) {
      orders *= (double) (others + i) / i;
    }
    return twice(1 / orders);
  }

  /** Twice the mid-rank of every value among all, those of the first arm first: whole numbers. */
  private static int[] doubledRanks(double[] first, double[] second) {
    double[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    Moments.requireFinite(all);
    int[] ranks = new int[all.length];
    for (int i = 0; i < all.length; i++) {
      double value = all[i];
      int below = (int) Arrays.stream(all).filter(other -> other < value).count();
      int equal = (int) Arrays.stream(all).filter(other -> other == value).count();
      ranks[i] = 2 * below + equal + 1;
    }
    return ranks;
  }

  /** How many choices of that many ranks have each sum. */
  private static double[] dealsByRankSum(int[] ranks, int chosen) {
    double[][] counts = new double[chosen + 1][Arrays.stream(ranks).sum() + 1];
    counts[0][0] = 1;
    for (int rank : ranks) {
      for (int size = chosen; size > 0; size--) {
        for (int sum = counts[size].length - 1; sum >= rank; sum--) {
          counts[size][sum] += counts[size - 1][sum - rank];
        }
      }
    }
    return counts[chosen];
  }
}
