package io.meshgauge.score;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** Ranks of contenders over draws of blocks, weights or limits. */
final class Sensitivity {
  private static final double SAME = 1e-12;
  private static final int LIMIT_DRAWS = 2_000;

  /** Of block means, and of weights. */
  private static final int DRAWS = 10_000;

  private Sensitivity() {}

  /** The generator of a seed: xoroshiro128++, the same on every Java runtime. */
  static UniformRandomProvider random(long seed) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  /**
   * Draws of the mean scores, given the scores of the blocks: for every two contenders the
   * difference has Student's distribution around the measured one, with blocks − 1 degrees of
   * freedom. All contenders share the draws of the blocks, so what moves them together cancels.
   *
   * @param scores by contender, then by block, at least two blocks
   * @return by contender, then by draw
   */
  static double[][] means(double[][] scores, UniformRandomProvider random) {
    int blocks = scores[0].length;
    ContinuousDistribution.Sampler normal = NormalDistribution.of(0, 1).createSampler(random);
    ContinuousDistribution.Sampler chiSquared =
        ChiSquaredDistribution.of(blocks - 1.0).createSampler(random);
    double[] means =
        Arrays.stream(scores)
            .mapToDouble(it -> Arrays.stream(it).average().orElseThrow())
            .toArray();
    double[][] draws = new double[scores.length][DRAWS];
    double[] z = new double[blocks];
    for (int draw = 0; draw < DRAWS; draw++) {
      for (int block = 0; block < blocks; block++) {
        z[block] = normal.sample();
      }
      double scale = 1 / Math.sqrt(blocks * chiSquared.sample());
      for (int i = 0; i < scores.length; i++) {
        double deviation = 0;
        for (int block = 0; block < blocks; block++) {
          deviation += z[block] * (scores[i][block] - means[i]);
        }
        draws[i][draw] = means[i] + deviation * scale;
      }
    }
    return draws;
  }

  /**
   * The share of draws in which each contender has each rank; shared ranks are divided.
   *
   * @param scores by contender, then by draw
   * @return by contender, then by rank − 1
   */
  static double[][] rankShares(double[][] scores) {
    int n = scores.length;
    int draws = scores[0].length;
    double[][] shares = new double[n][n];
    for (int draw = 0; draw < draws; draw++) {
      for (int i = 0; i < n; i++) {
        int above = 0;
        int level = 0;
        for (double[] other : scores) {
          above += other[draw] > scores[i][draw] + SAME ? 1 : 0;
          level += Math.abs(other[draw] - scores[i][draw]) <= SAME ? 1 : 0;
        }
        for (int rank = above; rank < above + level; rank++) {
          shares[i][rank] += 1.0 / level / draws;
        }
      }
    }
    return shares;
  }

  /** First places over limits of the criteria, each from half to double. */
  static double[] overLimits(
      List<Contender> contenders, double[] weights, UniformRandomProvider random) {
    double[][] scores = new double[contenders.size()][LIMIT_DRAWS];
    for (int draw = 0; draw < LIMIT_DRAWS; draw++) {
      for (int i = 0; i < weights.length; i++) {
        double factor = Math.pow(2, 2 * random.nextDouble() - 1);
        for (int j = 0; j < scores.length; j++) {
          Contender contender = contenders.get(j);
          Criterion moved = contender.criteria().get(i).scaled(factor);
          scores[j][draw] += weights[i] * contender.points(moved);
        }
      }
    }
    return firstPlaces(scores);
  }

  private static double[] firstPlaces(double[][] scores) {
    return Arrays.stream(rankShares(scores)).mapToDouble(shares -> shares[0]).toArray();
  }

  /** First places over weights from a Dirichlet distribution, points as measured. */
  static double[] overWeights(
      List<Contender> contenders, double[] shapes, UniformRandomProvider random) {
    double[][] weights = dirichlet(shapes, random);
    double[][] scores = new double[contenders.size()][];
    for (int i = 0; i < scores.length; i++) {
      double[] points =
          contenders.get(i).points().stream().mapToDouble(Scorecard.Points::points).toArray();
      scores[i] = Arrays.stream(weights).mapToDouble(drawn -> weighted(points, drawn)).toArray();
    }
    return firstPlaces(scores);
  }

  private static double weighted(double[] points, double[] weights) {
    double sum = 0;
    for (int i = 0; i < points.length; i++) {
      sum += weights[i] * points[i];
    }
    return sum;
  }

  /** Draws of weights that sum to 1; a shape of 0 keeps its weight at 0. */
  static double[][] dirichlet(double[] shapes, UniformRandomProvider random) {
    double[][] weights = new double[DRAWS][shapes.length];
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
