package io.meshgauge.stats;

import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * The Mann–Whitney U test of two arms, two-sided: exact without ties, else with tie correction.
 *
 * @param u statistic of the variant: pairs in which it is higher, ties counted half
 * @param p probability of a U as extreme when the arms are alike, 0 to 1
 * @param smallestP the smallest p these numbers of replicates can give: 2 / C(n₁ + n₂, n₁)
 */
public record MannWhitney(double u, double p, double smallestP) {

  /** The test of two arms of at least one replicate each. */
  public static MannWhitney of(double[] baseline, double[] variant) {
    MannWhitneyUTest.Result result = MannWhitneyUTest.withDefaults().test(variant, baseline);
    double orders = 1;
    for (int i = 1; i <= baseline.length; i++) {
      orders *= (double) (variant.length + i) / i;
    }
    return new MannWhitney(result.getStatistic(), result.getPValue(), Math.min(1, 2 / orders));
  }

  /** Whether these numbers of replicates can reach a p below the level at all. */
  public boolean canReach(double level) {
    return smallestP < level;
  }
}
