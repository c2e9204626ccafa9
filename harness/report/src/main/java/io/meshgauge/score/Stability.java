package io.meshgauge.score;

/**
 * How often a variant ranks first in its group under other opinions, each from 0 to 1, with the
 * points as measured. Each sums to 1 over the group (a shared first place is divided).
 *
 * @param overWeights over weights drawn around the used ones (Dirichlet, concentration {@value
 *     #CONCENTRATION})
 * @param overAnyWeights over weights drawn uniformly from all that sum to 1
 * @param overLimits over limits of each criterion from half to double
 */
public record Stability(double overWeights, double overAnyWeights, double overLimits) {
  /**
   * Concentration of drawn weights around the given ones: a weight w has the standard deviation
   * √(w(1 − w) / (CONCENTRATION + 1)), for w = 0.2 about 0.056.
   */
  public static final double CONCENTRATION = 50;
}
