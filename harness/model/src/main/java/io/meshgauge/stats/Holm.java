package io.meshgauge.stats;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Holm's step-down correction of the p values of a family of tests (Holm 1979).
 *
 * <p>Limits the probability of one or more false findings in the family to the level, for any
 * dependence of the tests.
 */
public final class Holm {
  private Holm() {}

  /**
   * The adjusted p values, in the order given: the running maximum of (m − k)·p₍ₖ₎, at most 1.
   *
   * @param p values from 0 to 1; not modified
   * @throws IllegalArgumentException if a value is outside 0 to 1
   */
  public static double[] adjust(double[] p) {
    Integer[] ascending = new Integer[p.length];
    for (int i = 0; i < p.length; i++) {
      if (!(p[i] >= 0 && p[i] <= 1)) {
        throw new IllegalArgumentException(
            "p value %d is %s; expected a probability from 0 to 1".formatted(i + 1, p[i]));
      }
      ascending[i] = i;
    }
    Arrays.sort(ascending, Comparator.comparingDouble(i -> p[i]));
    double[] adjusted = new double[p.length];
    double reached = 0;
    for (int k = 0; k < p.length; k++) {
      reached = Math.max(reached, Math.min(1, (p.length - k) * p[ascending[k]]));
      adjusted[ascending[k]] = reached;
    }
    return adjusted;
  }
}
