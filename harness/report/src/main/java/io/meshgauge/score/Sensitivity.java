package io.meshgauge.score;

import io.meshgauge.stats.Bootstrap;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;

/** Determines the first rank for each draw of weights or of replicates. */
final class Sensitivity {
  private static final double SAME = 1e-12;

  private Sensitivity() {}

  /**
   * The share of draws in which each contender is first; a shared first place is divided.
   *
   * @param scores by contender, then by draw
   */
  static double[] firstPlaces(double[][] scores) {
    double[] first = new double[scores.length];
    int draws = scores.length == 0 ? 0 : scores[0].length;
    for (int draw = 0; draw < draws; draw++) {
      double best = Double.NEGATIVE_INFINITY;
      for (double[] contender : scores) {
        best = Math.max(best, contender[draw]);
      }
      double least = best - SAME;
      int at = draw;
      long winners = Arrays.stream(scores).filter(contender -> contender[at] >= least).count();
      for (int i = 0; i < scores.length; i++) {
        first[i] += scores[i][draw] >= least ? 1.0 / winners / draws : 0;
      }
    }
    return first;
  }

  /** First places over weights from a Dirichlet distribution, medians as measured. */
  static double[] overWeights(
      List<Contender> contenders, double[] shapes, UniformRandomProvider random) {
    double[][] weights = dirichlet(shapes, random);
    double[][] scores =
        contenders.stream()
            .map(contender -> Arrays.stream(weights).mapToDouble(contender::score).toArray())
            .toArray(double[][]::new);
    return firstPlaces(scores);
  }

  /** Draws of weights that sum to 1; a shape of 0 keeps its weight at 0. */
  static double[][] dirichlet(double[] shapes, UniformRandomProvider random) {
    double[][] weights = new double[Bootstrap.RESAMPLES][shapes.length];
    for (int i = 0; i < shapes.length; i++) {
      if (shapes[i] > 0) {
        ContinuousDistribution.Sampler gamma =
            GammaDistribution.of(shapes[i], 1).createSampler(random);
        for (double[] draw : weights) {
          draw[i] = gamma.sample();
        }
      }
    }
    for (double[] draw : weights) {
      double sum = Arrays.stream(draw).sum();
      for (int i = 0; i < draw.length; i++) {
        draw[i] /= sum;
      }
    }
    return weights;
  }
}
