import io.meshgauge.stats.drift.ChangePoints;
import io.meshgauge.stats.drift.Drift;
import io.meshgauge.stats.drift.DriftWatch;
import io.meshgauge.stats.drift.MannKendall;
import io.meshgauge.stats.drift.Series;
import io.meshgauge.stats.drift.Tolerance;
import io.meshgauge.stats.drift.Trend;
import io.meshgauge.stats.drift.Vigilance;
import java.util.Arrays;
import java.util.Random;

/**
 * How often the drift watch is wrong, and how soon it is right, over simulated soaks with fixed
 * seeds. One window a minute. README.md next to this file says how to run it and what it printed.
 */
public final class Soaks {
  private static final double MIB = 1;

  /** Noise of n windows, in MiB around nothing. */
  interface Noise {
    double[] draw(int n, Random random);
  }

  public static void main(String[] arguments) {
    int soaks = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
    tests(2 * soaks);
    System.out.println("False alarms in % of soaks; level 1 %, one series at 200 MiB");
    System.out.println("noise                          windows  no tolerance  2 %/h of the level");
    Object[][] kinds = {
      {"independent", ar(0, 3)},
      {"AR(1) 0.3", ar(0.3, 3)},
      {"AR(1) 0.5", ar(0.5, 3)},
      {"AR(1) 0.7", ar(0.7, 3)},
      {"AR(1) 0.9", ar(0.9, 3)},
      {"independent + AR(1) 0.9", sum(ar(0, 3), ar(0.9, 2))},
      {"random walk 0.5", walk(0, 0.5)},
      {"independent, wild 5 %", wild()},
      {"whole numbers", rounded(ar(0, 0.7))},
      {"saw-tooth of 3 to 6", tooth(3, 6, 30)},
      {"saw-tooth of 5 to 12", tooth(5, 12, 30)},
      {"saw-tooth of 30", tooth(30, 30, 30)},
      {"warm-up of 5", warm(5, 100)},
      {"warm-up of 10", warm(10, 100)},
      {"warm-up of 20", warm(20, 100)},
      {"warm-up of 60", warm(60, 100)},
    };
    for (Object[] kind : kinds) {
      for (int n : new int[] {30, 120, 1440}) {
        int count = n == 1440 ? Math.max(1, soaks / 2) : soaks;
        System.out.printf(
            "%-30s %7d %12.2f %% %12.2f %%%n",
            kind[0],
            n,
            100 * alarms((Noise) kind[1], n, count, 0, 0),
            100 * alarms((Noise) kind[1], n, count, 0.02, 0));
      }
    }
    System.out.println();
    System.out.println("Found, in % of soaks; 20 series, 2 %/h of the level, 5 minutes settling");
    System.out.println("leak and noise                      by 30 windows  by 45  by 60  by 240   median window");
    found("1 MiB/min, independent 1 MiB", ar(0, 1), 1, soaks);
    found("1 MiB/min, independent 2 MiB", ar(0, 2), 1, soaks);
    found("1 MiB/min, independent 3 MiB", ar(0, 3), 1, soaks);
    found("1 MiB/min, AR(1) 0.5 of 2 MiB", ar(0.5, 2), 1, soaks);
    found("1 MiB/min, AR(1) 0.7 of 2 MiB", ar(0.7, 2), 1, soaks);
    found("1 MiB/min, random walk 0.5", walk(0, 0.5), 1, soaks);
    found("1 MiB/min, random walk 1.0", walk(0, 1), 1, soaks);
    found("0.2 MiB/min, independent 1 MiB", ar(0, 1), 0.2, soaks);
    found("0.2 MiB/min, AR(1) 0.7 of 3 MiB", ar(0.7, 3), 0.2, soaks);
    found("1 MiB/min, saw-tooth of 3 to 6", tooth(3, 6, 30), 1, soaks);
    System.out.println();
    System.out.println("Slope of 0.2 MiB/min within its interval, in % of soaks (interval of 95 %)");
    for (int n : new int[] {30, 120, 480}) {
      System.out.printf(
          "%d windows: independent %.1f, AR(1) 0.5 %.1f, AR(1) 0.7 %.1f, random walk %.1f%n",
          n,
          100 * holds(ar(0, 3), n, soaks),
          100 * holds(ar(0.5, 3), n, soaks),
          100 * holds(ar(0.7, 3), n, soaks),
          100 * holds(walk(0, 0.5), n, soaks));
    }
  }

  /** How often single tests of series without a trend, or a step, find one at a level of 1 %. */
  private static void tests(int soaks) {
    System.out.println("Found at a level of 1 % where there is nothing, in % of series");
    System.out.println("noise        windows  plain Mann-Kendall  corrected   both tests   a step");
    for (double phi : new double[] {0, 0.3, 0.5, 0.7, 0.9, 1}) {
      for (int n : new int[] {20, 30, 60, 240}) {
        Noise noise = phi < 1 ? ar(phi, 3) : walk(0, 1);
        int[] found = new int[4];
        for (int i = 0; i < soaks; i++) {
          Series series = series(noise, n, i, 0);
          found[0] += MannKendall.ofIndependent(series).p() < 0.01 ? 1 : 0;
          found[1] += MannKendall.of(series).p() < 0.01 ? 1 : 0;
          found[2] += Trend.of(series).orElseThrow().p() < 0.01 ? 1 : 0;
          found[3] += ChangePoints.of(series, 0.01).isEmpty() ? 0 : 1;
        }
        System.out.printf(
            "%-14s %5d %16.2f %% %10.2f %% %10.2f %% %8.2f %%%n",
            phi < 1 ? "AR(1) " + phi : "random walk",
            n,
            100.0 * found[0] / soaks,
            100.0 * found[1] / soaks,
            100.0 * found[2] / soaks,
            100.0 * found[3] / soaks);
      }
    }
    System.out.println();
  }

  private static double alarms(Noise noise, int n, int soaks, double share, double leak) {
    int alarms = 0;
    for (int i = 0; i < soaks; i++) {
      if (watch(noise, n, i, new Vigilance(0.01, 1, 0), share, leak).isCertain()) {
        alarms++;
      }
    }
    return (double) alarms / soaks;
  }

  private static void found(String name, Noise noise, double leak, int soaks) {
    int[] when = new int[soaks];
    for (int i = 0; i < soaks; i++) {
      Drift drift = watch(noise, 240, i, Vigilance.over(20, 5 / 60.0), 0.02, leak);
      when[i] = drift.certain().map(c -> (int) Math.round(c.hours() * 60) + 1).orElse(9999);
    }
    Arrays.sort(when);
    System.out.printf(
        "%-36s %12.1f %6.1f %6.1f %6.1f %12d%n",
        name, by(when, 30), by(when, 45), by(when, 60), by(when, 240), when[soaks / 2]);
  }

  private static double by(int[] when, int window) {
    return 100.0 * Arrays.stream(when).filter(w -> w <= window).count() / when.length;
  }

  private static double holds(Noise noise, int n, int soaks) {
    int held = 0;
    for (int i = 0; i < soaks; i++) {
      Trend trend = Trend.of(series(noise, n, i, 0.2)).orElseThrow();
      held += trend.interval().isEmpty() || trend.interval().get().contains(12) ? 1 : 0;
    }
    return (double) held / soaks;
  }

  private static Drift watch(
      Noise noise, int n, long seed, Vigilance vigilance, double share, double leak) {
    return DriftWatch.of(series(noise, n, seed, leak), vigilance, Tolerance.ofRise(share));
  }

  private static Series series(Noise noise, int n, long seed, double leak) {
    double[] values = noise.draw(n, new Random(seed * 7919 + 17));
    double[] hours = new double[n];
    for (int i = 0; i < n; i++) {
      hours[i] = i / 60.0;
      values[i] += 200 * MIB + leak * i;
    }
    return Series.of(hours, values);
  }

  private static Noise ar(double phi, double deviation) {
    return (n, random) -> {
      double[] x = new double[n];
      double last = random.nextGaussian() * deviation;
      double innovation = deviation * Math.sqrt(1 - phi * phi);
      for (int i = 0; i < n; i++) {
        x[i] = last;
        last = phi * last + innovation * random.nextGaussian();
      }
      return x;
    };
  }

  private static Noise walk(double start, double step) {
    return (n, random) -> {
      double[] x = new double[n];
      double last = start;
      for (int i = 0; i < n; i++) {
        last += step * random.nextGaussian();
        x[i] = last;
      }
      return x;
    };
  }

  private static Noise sum(Noise one, Noise other) {
    return (n, random) -> {
      double[] x = one.draw(n, random);
      double[] y = other.draw(n, random);
      Arrays.setAll(x, i -> x[i] + y[i]);
      return x;
    };
  }

  private static Noise wild() {
    return (n, random) -> {
      double[] x = new double[n];
      Arrays.setAll(x, i -> random.nextGaussian() * (random.nextInt(20) == 0 ? 60 : 3));
      return x;
    };
  }

  private static Noise rounded(Noise noise) {
    return (n, random) -> {
      double[] x = noise.draw(n, random);
      Arrays.setAll(x, i -> Math.rint(x[i]));
      return x;
    };
  }

  /** Climbs from the live set to a height and is collected, again and again. */
  private static Noise tooth(int shortest, int longest, double height) {
    return (n, random) -> {
      double[] x = new double[n];
      int period = shortest + random.nextInt(longest - shortest + 1);
      int at = random.nextInt(period);
      for (int i = 0; i < n; i++) {
        x[i] = height * at / period + random.nextGaussian();
        if (++at >= period) {
          at = 0;
          period = shortest + random.nextInt(longest - shortest + 1);
        }
      }
      return x;
    };
  }

  private static Noise warm(double constant, double size) {
    return (n, random) -> {
      double[] x = new double[n];
      Arrays.setAll(x, i -> -size * Math.exp(-i / constant) + 2 * random.nextGaussian());
      return x;
    };
  }
}
