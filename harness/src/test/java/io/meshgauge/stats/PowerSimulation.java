package io.meshgauge.stats;

import io.meshgauge.experiment.Protocol.Precision;
import io.meshgauge.measure.Metric;
import io.meshgauge.stats.CoverageSimulation.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;

/**
 * How often a session finds a difference that is there, and one that is not, by simulated sessions
 * of two baselines and a variant; see {@code docs/benchmarks/coverage}.
 */
public final class PowerSimulation {
  private static final int SEED = 20261124;
  private static final double[] EFFECTS = {1, 1.02, 1.05, 1.1, 1.2};
  private static final int[] BLOCKS = {3, 4, 5, 7, 10};

  /** Of the sessions that stop early: -Deffect=5%, at most 20 blocks. */
  static final Precision PRECISION = new Precision(0.05, 20);

  private static final SpendingBounds BOUNDS =
      SpendingBounds.of(Comparison.LEVEL, PRECISION.looks());

  private PowerSimulation() {}

  /**
   * What sessions of one kind did.
   *
   * @param found share whose verdict is a difference
   * @param held share whose 95 % interval holds the truth
   * @param blocks measured, on average
   */
  record Outcome(double found, double held, double blocks) {}

  /** Sessions of a fixed number of blocks. */
  static Outcome fixed(Shape shape, int blocks, double effect, int sessions) {
    Random random = new Random(SEED + blocks);
    Tally tally = new Tally(effect);
    for (int session = 0; session < sessions; session++) {
      tally.add(comparison(shape.session(3, blocks, effect, random), blocks));
    }
    return tally.outcome(sessions);
  }

  /** Sessions that look at their results as {@code -Deffect} does, and stop when decided. */
  static Outcome stopped(Shape shape, double effect, int sessions) {
    Random random = new Random(SEED);
    Tally tally = new Tally(effect);
    for (int session = 0; session < sessions; session++) {
      double[][] arms = shape.session(3, PRECISION.most(), effect, random);
      tally.add(atStop(blocks -> comparison(arms, blocks)));
    }
    return tally.outcome(sessions);
  }

  /** What the last look of a session finds. */
  static Comparison atStop(IntFunction<Comparison> after) {
    for (int look : PRECISION.looks()) {
      Comparison found = after.apply(look).at(BOUNDS.nominal(look));
      boolean open =
          !found.difference().isDifferent()
              && found.difference().blocksToDecide(PRECISION.effect()).orElse(0) > look;
      if (!open || look == PRECISION.most()) {
        return found;
      }
    }
    throw new IllegalStateException("the last look is after all blocks");
  }

  private static Comparison comparison(double[][] arms, int blocks) {
    List<Replicates> first =
        Arrays.stream(arms).map(arm -> Replicates.of(Arrays.copyOf(arm, blocks))).toList();
    return Comparison.of(Metric.RESPONSE_P50, first.subList(0, 2), first.get(2), Optional.empty());
  }

  private static final class Tally {
    private final double truth;
    private long found;
    private long held;
    private long blocks;

    Tally(double effect) {
      truth = effect - 1;
    }

    void add(Comparison session) {
      found += session.verdict().differs() ? 1 : 0;
      held += session.difference().relativeInterval().orElseThrow().contains(truth) ? 1 : 0;
      blocks += session.difference().blocks();
    }

    Outcome outcome(int sessions) {
      return new Outcome(
          (double) found / sessions, (double) held / sessions, (double) blocks / sessions);
    }
  }

  /** Prints the tables; the argument is the number of sessions of each cell. */
  public static void main(String[] arguments) {
    int sessions = Integer.parseInt(arguments[0]);
    for (Shape shape : Shape.values()) {
      print(
          "%n%s; %d sessions a cell; found, and in brackets held, in per cent%n",
          shape.words, sessions);
      print("%10s", "blocks");
      for (double effect : EFFECTS) {
        print("%17s", String.format(Locale.ROOT, "+%.0f %%", 100 * (effect - 1)));
      }
      print("%n");
      for (int blocks : BLOCKS) {
        print("%10d", blocks);
        for (double effect : EFFECTS) {
          Outcome outcome = fixed(shape, blocks, effect, sessions);
          print("%10.1f (%4.1f)", 100 * outcome.found(), 100 * outcome.held());
        }
        print("%n");
      }
      List<Outcome> stopped =
          Arrays.stream(EFFECTS).mapToObj(effect -> stopped(shape, effect, sessions)).toList();
      print("%10s", "stopping");
      stopped.forEach(it -> print("%10.1f (%4.1f)", 100 * it.found(), 100 * it.held()));
      print("%n%10s", "after");
      stopped.forEach(it -> print("%17.1f", it.blocks()));
      print("%n");
    }
  }

  private static void print(String format, Object... values) {
    System.out.print(String.format(Locale.ROOT, format, values));
  }
}
