package io.meshgauge.stats.drift;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.DoubleUnaryOperator;

/** Ranks, with the mean for equal values, and the correction of variances for ties. */
final class Ranks {
  private Ranks() {}

  /** Ranks from 1; equal values have their mean rank. */
  static double[] of(double[] values) {
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
    double[] ranks = new double[values.length];
    for (int from = 0, to; from < order.length; from = to) {
      to = from + 1;
      while (to < order.length && values[order[to]] == values[order[from]]) {
        to++;
      }
      for (int i = from; i < to; i++) {
        ranks[order[i]] = (from + 1 + to) / 2.0;
      }
    }
    return ranks;
  }

  /** The sum of a function of the size of each group of equal values. */
  static double overTies(double[] values, DoubleUnaryOperator ofSize) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double sum = 0;
    for (int from = 0, to; from < sorted.length; from = to) {
      to = from + 1;
      while (to < sorted.length && sorted[to] == sorted[from]) {
        to++;
      }
      sum += ofSize.applyAsDouble(to - from);
    }
    return sum;
  }
}
