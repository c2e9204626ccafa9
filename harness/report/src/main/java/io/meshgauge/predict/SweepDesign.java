package io.meshgauge.predict;

import io.meshgauge.stats.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;

/**
 * Chooses the points of a sweep for one arm: those to fit, which together tell the terms of the
 * model apart best, and those to hold out.
 *
 * <p>Two points to fit are in the middle. The others maximise the determinant of the information
 * matrix (D-optimal) among the lowest, middle and highest values of each factor, by exchange
 * (Fedorov, Theory of Optimal Experiments, 1972). The points to hold out are drawn evenly between
 * the ends.
 */
public final class SweepDesign {
  /** Points in the middle of all ranges: they show curvature, and what equal points differ by. */
  private static final int MIDDLE = 2;

  private static final int ROUNDS = 50;

  /** Keeps the information of fewer points than terms comparable. */
  private static final double RIDGE = 1e-9;

  /** Shares of traced requests that telemetry settings have. */
  private static final List<Double> SAMPLES = List.of(0.0, 0.01, 0.1, 1.0);

  private final List<Factor> factors;
  private final SortedMap<Factor, Interval> ranges;
  private final List<Conditions> candidates;
  private final Random random;

  /**
   * A design.
   *
   * @param center values of the factors that are not varied
   * @param ranges ends of those that are; the rate is one of them
   * @param seed of the draws
   */
  public SweepDesign(Conditions center, SortedMap<Factor, Interval> ranges, long seed) {
    this.ranges = new TreeMap<>(ranges);
    this.factors = List.copyOf(ranges.keySet());
    this.random = new Random(seed);
    List<Conditions> all = List.of(center);
    for (Factor factor : factors) {
      all =
          all.stream()
              .flatMap(it -> levels(factor).stream().map(level -> it.with(factor, level)))
              .toList();
    }
    this.candidates = all;
  }

  /** Terms whose coefficients the design tells apart. */
  public int terms() {
    // A constant, the rate, its square for the queue, and one for each further factor.
    return 2 + factors.size();
  }

  private List<Double> levels(Factor factor) {
    Interval range = Objects.requireNonNull(ranges.get(factor));
    return factor == Factor.SAMPLING
        ? SAMPLES.stream().filter(range::contains).toList()
        : List.of(range.low(), Math.rint((range.low() + range.high()) / 2), range.high());
  }

  /** The points to fit, in random order. */
  public List<Conditions> fitted() {
    Conditions[] points = new Conditions[terms() + MIDDLE];
    Arrays.setAll(
        points, i -> i < MIDDLE ? middle() : candidates.get(random.nextInt(candidates.size())));
    double best = information(points);
    boolean better = true;
    for (int round = 0; better && round < ROUNDS; round++) {
      better = false;
      for (int i = MIDDLE; i < points.length; i++) {
        for (Conditions candidate : candidates) {
          Conditions former = points[i];
          points[i] = candidate;
          double found = information(points);
          if (found > best * (1 + RIDGE)) {
            best = found;
            better = true;
          } else {
            points[i] = former;
          }
        }
      }
    }
    List<Conditions> shuffled = new ArrayList<>(Arrays.asList(points));
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  private Conditions middle() {
    Conditions middle = candidates.get(0);
    for (Factor factor : factors) {
      List<Double> levels = levels(factor);
      middle = middle.with(factor, levels.get(levels.size() / 2));
    }
    return middle;
  }

  /** Points to hold out. */
  public List<Conditions> heldOut(int count) {
    List<Conditions> points = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Conditions point = candidates.get(0);
      for (Factor factor : factors) {
        Interval range = Objects.requireNonNull(ranges.get(factor));
        List<Double> levels = levels(factor);
        point =
            point.with(
                factor,
                factor == Factor.SAMPLING
                    ? levels.get(random.nextInt(levels.size()))
                    : Math.rint(range.low() + random.nextDouble() * range.width()));
      }
      points.add(point);
    }
    return points;
  }

  private double information(Conditions[] points) {
    RealMatrix rows =
        MatrixUtils.createRealMatrix(Arrays.stream(points).map(this::row).toArray(double[][]::new));
    RealMatrix information = rows.transpose().multiply(rows);
    RealMatrix ridge =
        MatrixUtils.createRealIdentityMatrix(rows.getColumnDimension()).scalarMultiply(RIDGE);
    return new LUDecomposition(information.add(ridge)).getDeterminant();
  }

  private double highest(Factor factor) {
    return Objects.requireNonNull(ranges.get(factor)).high();
  }

  /** Sizes of the terms, each at most 1. */
  private double[] row(Conditions point) {
    double[] row = new double[terms()];
    double rate = point.rate() / highest(Factor.RATE);
    int next = 0;
    row[next++] = 1;
    row[next++] = rate;
    row[next++] = rate * rate;
    for (Factor factor : factors) {
      if (factor != Factor.RATE) {
        double level = factor.of(point) / highest(factor);
        row[next++] = factor == Factor.CONNECTIONS ? level : level * rate;
      }
    }
    return row;
  }
}
