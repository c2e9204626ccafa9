package io.meshgauge.stats;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Significance levels for testing the same hypothesis after several numbers of blocks.
 *
 * <p>Each look spends a part of the level by the Pocock-type function of Lan and DeMets (1983),
 * α·ln(1 + (e − 1)·n/N), N being the blocks of the last look. The statistic is Student's t of the
 * blocks so far, which is no Brownian motion with few blocks: the levels are therefore the
 * quantiles of {@value #SESSIONS} simulated sessions without a difference, with a fixed seed.
 *
 * <p>An interval at the level 1 − {@link #nominal} of each look is a repeated confidence interval
 * (Jennison and Turnbull 2000, chapter 9): all looks hold the truth together with at least 1 − α,
 * so the interval after stopping does.
 */
public final class SpendingBounds {
  private static final int SESSIONS = 400_000;
  private static final long SEED = 20261123;

  private final int[] looks;
  private final double[] nominal;

  private SpendingBounds(int[] looks, double[] nominal) {
    this.looks = looks;
    this.nominal = nominal;
  }

  /**
   * The bounds of a plan of looks.
   *
   * @param level chance of a false finding over all looks, two-sided, above 0 and below 1
   * @param looks numbers of blocks, ascending, the first at least 2
   */
  public static SpendingBounds of(double level, int... looks) {
    requireAscending(looks);
    return of(level, looks[looks.length - 1], looks);
  }

  /**
   * The level of the test in a session that was looked at as planned and ended after some number of
   * blocks, at a look or, for a reason other than its results, between two.
   *
   * @param level chance of a false finding over all looks, two-sided
   * @param planned numbers of blocks, ascending, the first at least 2
   * @param blocks measured, at least the first look and at most the last
   */
  public static double atEnd(double level, int[] planned, int blocks) {
    requireAscending(planned);
    int[] looks =
        IntStream.concat(Arrays.stream(planned).filter(look -> look < blocks), IntStream.of(blocks))
            .toArray();
    return of(level, planned[planned.length - 1], looks).nominal(blocks);
  }

  private static SpendingBounds of(double level, int most, int[] looks) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level %s; expected one between 0 and 1".formatted(level));
    }
    double[][] statistics = statistics(looks);
    double[] nominal = new double[looks.length];
    double spent = 0;
    for (int look = 0; look < looks.length; look++) {
      double due = spent(level, (double) looks[look] / most);
      double[] running = running(statistics[look]);
      int crossing = (int) Math.round((due - spent) * SESSIONS);
      double bound = running[Math.max(0, running.length - 1 - crossing)];
      nominal[look] = 2 * TDistribution.of(looks[look] - 1.0).survivalProbability(bound);
      stop(statistics, look, bound);
      spent = due;
    }
    return new SpendingBounds(looks.clone(), nominal);
  }

  /**
   * The two-sided level of the test at one look.
   *
   * @throws IllegalArgumentException when no look is planned after so many blocks
   */
  public double nominal(int blocks) {
    int look = Arrays.binarySearch(looks, blocks);
    if (look < 0) {
      throw new IllegalArgumentException(
          "no look is planned after %d blocks; looks are after %s"
              .formatted(blocks, Arrays.toString(looks)));
    }
    return nominal[look];
  }

  private static double spent(double level, double share) {
    return level * Math.log1p((Math.E - 1) * share);
  }

  /** |t| of each session at each look; NaN once a session has stopped. */
  private static double[][] statistics(int[] looks) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(SEED);
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    double[][] all = new double[looks.length][SESSIONS];
    for (int session = 0; session < SESSIONS; session++) {
      double sum = 0;
      double squares = 0;
      int n = 0;
      for (int look = 0; look < looks.length; look++) {
        for (; n < looks[look]; n++) {
          double value = gaussian.sample();
          sum += value;
          squares += value * value;
        }
        double variance = (squares - sum * sum / n) / (n - 1);
        all[look][session] = Math.abs(sum) / Math.sqrt(n * variance);
      }
    }
    return all;
  }

  private static double[] running(double[] statistics) {
    return Arrays.stream(statistics).filter(t -> !Double.isNaN(t)).sorted().toArray();
  }

  private static void stop(double[][] statistics, int look, double bound) {
    for (int session = 0; session < SESSIONS; session++) {
      if (!(statistics[look][session] <= bound)) {
        for (int later = look + 1; later < statistics.length; later++) {
          statistics[later][session] = Double.NaN;
        }
      }
    }
  }

  private static void requireAscending(int[] looks) {
    boolean ascending = looks.length > 0 && looks[0] >= 2;
    for (int i = 1; ascending && i < looks.length; i++) {
      ascending = looks[i] > looks[i - 1];
    }
    if (!ascending) {
      throw new IllegalArgumentException(
          "looks %s; expected ascending numbers of blocks, the first at least 2"
              .formatted(Arrays.toString(looks)));
    }
  }
}
