package io.meshgauge.score;

/**
 * How often a variant ranks first under other replicates or weights, each from 0 to 1. Each sums to
 * 1 over all scored variants (a shared first place is divided).
 *
 * @param overReplicates over bootstrap resamples of the replicates, weights as given
 * @param overWeights over weights drawn around the given ones (Dirichlet, concentration {@value
 *     #CONCENTRATION}), medians as measured
 * @param overAnyWeights over weights drawn uniformly from all that sum to 1, medians as measured;
 *     the same for every weight set
 */
public record Stability(double overReplicates, double overWeights, double overAnyWeights) {
  /**
   * Concentration of drawn weights around the given ones: a weight w has the standard deviation
   * √(w(1 − w) / (CONCENTRATION + 1)), for w = 0.2 about 0.056.
   */
  public static final double CONCENTRATION = 50;
}
