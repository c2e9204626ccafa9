package io.meshgauge.score;

/**
 * How often a variant would rank first if chance or opinion had been different; each 0 to 1, and
 * over all scored variants each sums to 1 (a shared first place is divided).
 *
 * @param overReplicates over bootstrap resamples of the replicates, weights as given
 * @param overWeights over weights drawn around the given ones (Dirichlet, concentration {@value
 *     #CONCENTRATION}), medians as measured
 * @param overAnyWeights over weights drawn uniformly from all that sum to 1, medians as measured:
 *     the same for every weight set
 */
public record Stability(double overReplicates, double overWeights, double overAnyWeights) {
  /**
   * How closely drawn weights keep to the given ones: a weight w varies with the standard deviation
   * √(w(1 − w) / (CONCENTRATION + 1)), for w = 0.2 about 0.056.
   */
  public static final double CONCENTRATION = 50;
}
