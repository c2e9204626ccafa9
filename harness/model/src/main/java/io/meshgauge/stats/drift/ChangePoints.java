package io.meshgauge.stats.drift;

import io.meshgauge.stats.OrderStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Finds steps: places where the level of a series changes.
 *
 * <p>Of all ways to cut the series the cheapest is taken (optimal partitioning, Jackson and others
 * 2005): squares around the mean of each part, and a price for each cut, at which a series without
 * steps has one with the given probability. The price rests on the noise as its differences show it
 * (large ones are limited relative to usual ones, so that steps do not count), and on how far it
 * persists: the variance of second neighbours' differences over that of first ones is 1 + φ
 * (Tecuapetla-Gómez and Munk 2017). An outlier is first replaced by the median of its neighbours.
 * The same is computed with the Theil–Sen line subtracted, and the cheaper of the two is used: a
 * drift is not a staircase. Time n², memory n: 3,000 windows take 9 million steps.
 *
 * <p>A dozen values cannot show how far noise persists. Where it is known not to, as between
 * sessions of which each has a deployment of its own, the price is that of Student's test.
 */
public final class ChangePoints {
  /** Windows of the shortest level; shorter ones are bursts. */
  public static final int MIN_LEVEL_WINDOWS = 6;

  /** Neighbours on each side whose median replaces an outlier. */
  private static final int NEIGHBOURS = 2;

  /** Standard deviations from its neighbours that make a window an outlier. */
  private static final double OUTLIER_DEVIATIONS = 4;

  /** The median distance of normal noise from its median, in deviations. */
  private static final double MEDIAN_DISTANCE = 0.6744897501960817;

  /** Differences are limited to this multiple of the usual one. */
  private static final double MAX_DIFFERENCE = 3;

  /** Share of the largest differences that are excluded if most are 0. */
  private static final double EXCLUDED_SHARE = 0.05;

  /** A step gains at least this share of all squares: less is rounding. */
  private static final double ROUNDING_SHARE = 1e-9;

  private static final double MOST_PERSISTENT = 0.95;

  private ChangePoints() {}

  /**
   * The noise of a series.
   *
   * @param variance of the mean of n values, times n
   * @param relative distribution of a deviation divided by its estimated standard deviation
   * @param cuts places that one step may have
   */
  private record Noise(double variance, ContinuousDistribution relative, int cuts) {
    /** What a cut costs, so that a series without steps has one with a given probability. */
    double price(double falseAlarms) {
      double z = relative.inverseSurvivalProbability(falseAlarms / cuts / 2);
      return z * z * variance;
    }

    /** Probability of a gain as large anywhere. */
    double p(double gain) {
      double z = variance == 0 ? Double.MAX_VALUE : Math.sqrt(Math.max(0, gain) / variance);
      return Math.min(1, 2 * relative.survivalProbability(z) * cuts);
    }
  }

  /** The cheapest cuts of some values, and what they cost. */
  private record Partition(List<Integer> cuts, double cost) {}

  /**
   * The steps, in the order of time; none in a series that is too short to have one.
   *
   * @param falseAlarms probability of a false step, above 0, below 1
   */
  public static List<ChangePoint> of(Series series, double falseAlarms) {
    return of(
        series,
        falseAlarms,
        (level, straight) ->
            new Noise(longRunVariance(straight), NormalDistribution.of(0, 1), straight.length));
  }

  /**
   * The same for values whose noise does not persist from one to the next: a step is then
   * significant by Student's test of its two sides, after Bonferroni's correction over its places.
   */
  public static List<ChangePoint> ofIndependent(Series series, double falseAlarms) {
    return of(
        series,
        falseAlarms,
        (level, straight) ->
            new Noise(
                aroundOneStep(level) / (level.length - 2),
                TDistribution.of(level.length - 2),
                level.length - 2 * MIN_LEVEL_WINDOWS + 1));
  }

  /** Squared distances from the means of the two sides of the best step. */
  private static double aroundOneStep(double[] values) {
    Sums sums = new Sums(values);
    int last = values.length - MIN_LEVEL_WINDOWS;
    return IntStream.rangeClosed(MIN_LEVEL_WINDOWS, last)
        .mapToDouble(at -> sums.squares(0, at) + sums.squares(at, values.length))
        .min()
        .orElseThrow();
  }

  private static List<ChangePoint> of(
      Series series, double falseAlarms, BiFunction<double[], double[], Noise> estimate) {
    if (series.size() < 2 * MIN_LEVEL_WINDOWS) {
      return List.of();
    }
    double[] level = tame(series.values());
    double[] straight =
        tame(series.without(TheilSen.slopeOf(series.inBlocks(MannKendall.MAX_VALUES))));
    Noise noise = estimate.apply(level, straight);
    double rounding = ROUNDING_SHARE * new Sums(level).squares(0, level.length);
    double price = Math.max(noise.price(falseAlarms), rounding);
    Partition steps = partition(level, price);
    Partition aroundLine = partition(straight, price);
    // The line is one more parameter and costs as much as a cut.
    return steps.cost() <= aroundLine.cost() + price
        ? points(series, level, steps.cuts(), noise)
        : points(series, straight, aroundLine.cuts(), noise);
  }

  private static List<ChangePoint> points(
      Series series, double[] values, List<Integer> cuts, Noise noise) {
    Sums sums = new Sums(values);
    List<ChangePoint> points = new ArrayList<>();
    for (int i = 0; i < cuts.size(); i++) {
      int from = i == 0 ? 0 : cuts.get(i - 1);
      int at = cuts.get(i);
      int to = i + 1 == cuts.size() ? values.length : cuts.get(i + 1);
      double gain = sums.squares(from, to) - sums.squares(from, at) - sums.squares(at, to);
      points.add(
          new ChangePoint(
              at,
              series.hours(at),
              series.between(from, at).median(),
              series.between(at, to).median(),
              noise.p(gain)));
    }
    return points;
  }

  private static Partition partition(double[] values, double price) {
    int n = values.length;
    Sums sums = new Sums(values);
    double[] cheapest = new double[n + 1];
    int[] last = new int[n + 1];
    Arrays.fill(cheapest, Double.POSITIVE_INFINITY);
    cheapest[0] = -price;
    for (int to = MIN_LEVEL_WINDOWS; to <= n; to++) {
      for (int from = 0; from <= to - MIN_LEVEL_WINDOWS; from++) {
        double cost = cheapest[from] + sums.squares(from, to) + price;
        if (cost < cheapest[to]) {
          cheapest[to] = cost;
          last[to] = from;
        }
      }
    }
    List<Integer> cuts = new ArrayList<>();
    for (int at = last[n]; at > 0; at = last[at]) {
      cuts.add(0, at);
    }
    return new Partition(cuts, cheapest[n]);
  }

  /** Sums from the start, so that the squares of any part cost the same. */
  private static final class Sums {
    private final double[] values;
    private final double[] squares;

    Sums(double[] of) {
      values = new double[of.length + 1];
      squares = new double[of.length + 1];
      double middle = OrderStatistics.median(of);
      for (int i = 0; i < of.length; i++) {
        double value = of[i] - middle;
        values[i + 1] = values[i] + value;
        squares[i + 1] = squares[i] + value * value;
      }
    }

    /** Squared distances of the values from {@code from} to before {@code to} from their mean. */
    double squares(int from, int to) {
      double sum = values[to] - values[from];
      return Math.max(0, squares[to] - squares[from] - sum * sum / (to - from));
    }
  }

  /** Values with outliers replaced by the median of their neighbourhood. */
  private static double[] tame(double[] values) {
    double bound = OUTLIER_DEVIATIONS * Math.sqrt(differences(values, 1) / 2);
    double[] tame = values.clone();
    for (int i = 0; i < values.length; i++) {
      int from = Math.max(0, i - NEIGHBOURS);
      int to = Math.min(values.length, i + NEIGHBOURS + 1);
      double median = OrderStatistics.median(Arrays.copyOfRange(values, from, to));
      if (Math.abs(values[i] - median) > bound) {
        tame[i] = median;
      }
    }
    return tame;
  }

  /** Variance of the mean of n windows, times n. */
  private static double longRunVariance(double[] values) {
    double first = differences(values, 1);
    if (first == 0) {
      return 0;
    }
    double error = 2 / Math.sqrt(values.length);
    double phi = differences(values, 2) / first - 1 + error;
    phi = Math.min(MOST_PERSISTENT, Math.max(0, phi));
    return first / (2 * (1 - phi)) * (1 + phi) / (1 - phi);
  }

  /** Variance of the differences of values at a distance, each limited to three usual ones. */
  private static double differences(double[] values, int apart) {
    double[] all = new double[values.length - apart];
    Arrays.setAll(all, i -> values[i + apart] - values[i]);
    double middle = OrderStatistics.median(all);
    Arrays.setAll(all, i -> Math.abs(all[i] - middle));
    double usual = OrderStatistics.median(all) / MEDIAN_DISTANCE;
    // Counts that rarely change have no usual difference: their largest ones are excluded.
    double most =
        usual > 0 ? MAX_DIFFERENCE * usual : OrderStatistics.quantile(all, 1 - EXCLUDED_SHARE);
    double squares = 0;
    for (double distance : all) {
      squares += Math.min(distance, most) * Math.min(distance, most);
    }
    return squares / all.length;
  }
}
