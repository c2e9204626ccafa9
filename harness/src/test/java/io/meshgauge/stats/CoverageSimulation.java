package io.meshgauge.stats;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * How often the intervals of a report hold the truth, by simulated sessions; see {@code
 * docs/benchmarks/coverage}.
 */
public final class CoverageSimulation {
  private static final int SEED = 20261123;

  /** Enough for the truth of a shape to three digits. */
  private static final int MANY = 2_000_000;

  private static final double MEDIAN = 10;
  private static final double EFFECT = 1.1;

  private CoverageSimulation() {}

  /** How replicates are distributed; all have a median of about 10 ms. */
  enum Shape {
    NORMAL("normal, 6 %"),
    LOG_NORMAL("log-normal, 0.3"),
    CONTAMINATED("1 in 10 x 1.5"),
    NOISIER("variant 2 x sd"),
    BLOCKS("blocks AR(1) 0.5"),
    DRIFT("drift 30 %"),
    AUTOCORRELATED("arms AR(1) 0.5");

    final String words;

    Shape(String words) {
      this.words = words;
    }

    /** The replicates of baseline and variant, whose values are a tenth higher. */
    double[][] session(int n, Random random) {
      return session(2, n, EFFECT, random);
    }

    /** The replicates of equal arms and, last, of a variant. */
    double[][] session(int count, int n, double effect, Random random) {
      double[] blocks = ar(n, this == BLOCKS ? 0.06 : 0, random);
      double[][] arms = new double[count][];
      for (int arm = 0; arm < count; arm++) {
        double[] noise =
            this == AUTOCORRELATED ? ar(n, 0.06, random) : random.doubles(n).map(u -> 0).toArray();
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
          double z = random.nextGaussian();
          values[i] =
              MEDIAN
                  * switch (this) {
                    case NORMAL -> 1 + 0.06 * z;
                    case LOG_NORMAL -> Math.exp(0.3 * z);
                    case CONTAMINATED -> (1 + 0.06 * z) * (random.nextInt(10) == 0 ? 1.5 : 1);
                    case NOISIER -> Math.exp((arm == count - 1 ? 2 : 1) * 0.06 * z);
                    case BLOCKS -> Math.exp(blocks[i] + 0.06 * z);
                    case DRIFT -> Math.exp(Math.log(1.3) * i / n + 0.06 * z);
                    case AUTOCORRELATED -> Math.exp(noise[i]);
                  };
          values[i] *= arm == count - 1 ? effect : 1;
        }
        arms[arm] = values;
      }
      return arms;
    }

    private static double[] ar(int n, double sd, Random random) {
      double[] series = new double[n];
      double last = sd * random.nextGaussian();
      for (int i = 0; i < n; i++) {
        series[i] = last;
        last = 0.5 * last + Math.sqrt(0.75) * sd * random.nextGaussian();
      }
      return series;
    }
  }

  /** An interval that the report prints. */
  enum Kind {
    MEDIAN("median of an arm, order statistics"),
    DIFFERENCE("difference, log ratios within blocks, 95 %");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    double truth(Shape shape) {
      double[][] all = shape.session(MANY, new Random(SEED));
      return switch (this) {
        case MEDIAN -> Summary.of(all[0]).median();
        case DIFFERENCE -> meanLog(all[1]) - meanLog(all[0]);
      };
    }

    private static double meanLog(double[] values) {
      return Arrays.stream(values).map(Math::log).average().orElseThrow();
    }

    Optional<Interval> interval(double[][] session) {
      return switch (this) {
        case MEDIAN -> Summary.of(session[0]).interval();
        case DIFFERENCE ->
            Difference.of(Replicates.of(session[0]), Replicates.of(session[1]))
                .relativeInterval()
                .map(it -> new Interval(Math.log1p(it.low()), Math.log1p(it.high())));
      };
    }

    /** What is printed as the level, of so many replicates; 0 where no interval is. */
    double level(int n) {
      if (this == MEDIAN) {
        return Summary.of(IntStream.range(0, n).mapToDouble(i -> i).toArray()).level();
      }
      return n < Difference.BLOCKS ? 0 : 0.95;
    }
  }

  /** The share of simulated sessions whose interval holds the truth. */
  static double coverage(Kind kind, Shape shape, int n, double truth, int sessions) {
    Random random = new Random(SEED + 31L * n);
    int held = 0;
    for (int session = 0; session < sessions; session++) {
      double[][] arms = shape.session(n, random);
      held += kind.interval(arms).filter(it -> it.contains(truth)).isPresent() ? 1 : 0;
    }
    return (double) held / sessions;
  }

  /** Prints the tables; the argument is the number of sessions of each cell. */
  public static void main(String[] arguments) {
    int sessions = Integer.parseInt(arguments[0]);
    for (Kind kind : Kind.values()) {
      print("%n%s; %d sessions a cell, in per cent%n", kind.words, sessions);
      print("%3s %8s", "n", "printed");
      double[] truths = new double[Shape.values().length];
      for (Shape shape : Shape.values()) {
        truths[shape.ordinal()] = kind.truth(shape);
        print("  %16s", shape.words);
      }
      print("%n");
      for (int n = 1; n <= 20; n++) {
        double level = kind.level(n);
        print("%3d %8s", n, level == 0 ? "-" : per(level));
        for (Shape shape : Shape.values()) {
          double found =
              level == 0 ? 0 : coverage(kind, shape, n, truths[shape.ordinal()], sessions);
          print("  %16s", level == 0 ? "-" : per(found));
        }
        print("%n");
      }
    }
    ratios(sessions);
  }

  private static void ratios(int sessions) {
    print("%nshare of failed requests, Clopper and Pearson, 95 %% at least%n");
    print("%9s %9s %9s %9s%n", "requests", "0.05 %", "0.1 %", "1 %");
    Random random = new Random(SEED);
    for (int requests : new int[] {600, 2_500, 10_000}) {
      print("%9d", requests);
      for (double share : new double[] {0.0005, 0.001, 0.01}) {
        int held = 0;
        for (int session = 0; session < sessions; session++) {
          long failed =
              IntStream.range(0, requests).filter(i -> random.nextDouble() < share).count();
          held += new Proportion(failed, requests).interval(0.95).contains(share) ? 1 : 0;
        }
        print(" %9s", per((double) held / sessions));
      }
      print("%n");
    }
  }

  private static String per(double share) {
    return String.format(Locale.ROOT, "%.1f", 100 * share);
  }

  private static void print(String format, Object... values) {
    System.out.print(String.format(Locale.ROOT, format, values));
  }
}
