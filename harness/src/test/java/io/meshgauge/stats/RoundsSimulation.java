package io.meshgauge.stats;

import io.meshgauge.measure.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How often intervals hold the truth that know the rounds within blocks, by simulated sessions of
 * two baselines and a variant; see {@code docs/benchmarks/coverage}.
 */
public final class RoundsSimulation {
  private static final int SEED = 20261127;
  private static final int ROUNDS = 7;
  private static final double WINDOW = 0.08;
  private static final double[] DEPLOYMENTS = {0, 0.5, 1, 2, 8};
  private static final int[] BLOCKS = {3, 4, 6, 10};

  private RoundsSimulation() {}

  /** How the windows of an arm vary, with a standard deviation of 8 %. */
  enum Shape {
    NORMAL("normal"),
    HEAVY("1 in 10 x 4 sd"),
    AUTOCORRELATED("AR(1) 0.3 in each arm");

    private final String words;

    Shape(String words) {
      this.words = words;
    }

    private double next(double last, Random random) {
      double z = random.nextGaussian();
      return WINDOW
          * switch (this) {
            case NORMAL -> z;
            case HEAVY -> z * (random.nextInt(10) == 0 ? 4 : 1) / Math.sqrt(2.5);
            case AUTOCORRELATED -> 0.3 * last / WINDOW + Math.sqrt(0.91) * z;
          };
    }
  }

  /**
   * What sessions of one kind did.
   *
   * @param held share whose 95 % interval holds the truth
   * @param width median of the interval's over that of intervals by blocks alone
   */
  record Outcome(double held, double width) {}

  /**
   * An arm.
   *
   * @param deployment variance of deployments over the variance of a block by its rounds
   * @param machine what all arms share, by block and round
   */
  private static Replicates arm(
      Shape shape, double deployment, double[][] machine, double effect, Random random) {
    SortedMap<Integer, Double> byBlock = new TreeMap<>();
    SortedMap<Integer, List<Double>> byRound = new TreeMap<>();
    for (int block = 0; block < machine.length; block++) {
      double deployed = WINDOW * Math.sqrt(deployment / ROUNDS) * random.nextGaussian();
      double last = 0;
      double sum = 0;
      List<Double> windows = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        last = shape.next(last, random);
        double log = Math.log(10 * effect) + machine[block][round] + deployed + last;
        windows.add(Math.exp(log));
        sum += log;
      }
      byRound.put(block + 1, windows);
      byBlock.put(block + 1, Math.exp(sum / ROUNDS));
    }
    return new Replicates(byBlock, byRound);
  }

  /** Two baselines and, last, a variant. */
  private static List<Replicates> session(
      Shape shape, double deployment, int blocks, double effect, Random random) {
    double[][] machine =
        IntStream.range(0, blocks)
            .mapToObj(
                block -> random.doubles(ROUNDS).map(u -> 0.1 * random.nextGaussian()).toArray())
            .toArray(double[][]::new);
    return List.of(
        arm(shape, deployment, machine, 1, random),
        arm(shape, deployment, machine, 1, random),
        arm(shape, deployment, machine, effect, random));
  }

  private static Difference difference(List<Replicates> arms) {
    return comparison(arms).difference();
  }

  private static Comparison comparison(List<Replicates> arms) {
    return Comparison.of(Metric.RESPONSE_P50, arms.subList(0, 2), arms.get(2), Optional.empty());
  }

  /** Sessions of a fixed number of blocks. */
  static Outcome fixed(Shape shape, double deployment, int blocks, double effect, int sessions) {
    Random random = new Random(SEED + blocks);
    int held = 0;
    double[] width = new double[sessions];
    double[] alone = new double[sessions];
    ToDoubleFunction<Difference> wide =
        it -> it.relativeInterval().map(ends -> ends.high() - ends.low()).orElseThrow();
    for (int session = 0; session < sessions; session++) {
      List<Replicates> arms = session(shape, deployment, blocks, effect, random);
      Difference found = difference(arms);
      held += found.relativeInterval().orElseThrow().contains(effect - 1) ? 1 : 0;
      width[session] = wide.applyAsDouble(found);
      alone[session] =
          wide.applyAsDouble(
              difference(arms.stream().map(it -> new Replicates(it.byBlock())).toList()));
    }
    return new Outcome(
        (double) held / sessions, OrderStatistics.median(width) / OrderStatistics.median(alone));
  }

  /** Sessions that look at their results as {@code -Deffect} does; the share that holds. */
  static double stopped(Shape shape, double deployment, double effect, int sessions) {
    Random random = new Random(SEED);
    int held = 0;
    for (int session = 0; session < sessions; session++) {
      List<Replicates> arms =
          session(shape, deployment, PowerSimulation.PRECISION.most(), effect, random);
      Comparison found =
          PowerSimulation.atStop(
              blocks -> comparison(arms.stream().map(arm -> first(arm, blocks)).toList()));
      held += found.difference().relativeInterval().orElseThrow().contains(effect - 1) ? 1 : 0;
    }
    return (double) held / sessions;
  }

  private static Replicates first(Replicates arm, int blocks) {
    return new Replicates(arm.byBlock().headMap(blocks + 1), arm.byRound().headMap(blocks + 1));
  }

  /** Prints the tables; the argument is the number of sessions of each cell. */
  public static void main(String[] arguments) {
    int sessions = Integer.parseInt(arguments[0]);
    for (Shape shape : Shape.values()) {
      print(
          "%n%s; %d sessions a cell; held in per cent, and width over that by blocks alone%n",
          shape.words, sessions);
      print("%10s", "blocks");
      Arrays.stream(DEPLOYMENTS).forEach(it -> print("%15s", "deployment " + it));
      print("%n");
      for (int blocks : BLOCKS) {
        print("%10d", blocks);
        for (double deployment : DEPLOYMENTS) {
          Outcome outcome = fixed(shape, deployment, blocks, 1, sessions);
          print("%8.1f (%4.2f)", 100 * outcome.held(), outcome.width());
        }
        print("%n");
      }
      print("%10s", "stopping");
      for (double deployment : DEPLOYMENTS) {
        print("%8.1f       ", 100 * stopped(shape, deployment, 1.05, sessions));
      }
      print("%n");
    }
  }

  private static void print(String format, Object... values) {
    System.out.print(String.format(Locale.ROOT, format, values));
  }
}
