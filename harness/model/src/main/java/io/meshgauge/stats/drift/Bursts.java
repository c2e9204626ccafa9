package io.meshgauge.stats.drift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.PoissonDistribution;

/**
 * Finds bursts of errors: runs of 1, 2, 4, 8 or 16 windows whose errors the other windows do not
 * explain.
 *
 * <p>The usual rate is that of the windows outside of all bursts, found iteratively: the first
 * iteration excludes the worst quarter, each following one the bursts of the one before. Errors are
 * counted by a Poisson distribution, and by a negative binomial one where the usual windows vary
 * more than that: errors are clustered, and only the excess over that is a burst. Every run at
 * every place is a test; the level is divided by their number (Bonferroni).
 */
public final class Bursts {
  private static final int LONGEST = 16;
  private static final int TURNS = 20;
  private static final double LEFT_OUT = 0.25;

  private final long[] errors;
  private final long[] requests;
  private final double falseAlarms;

  private Bursts(long[] errors, long[] requests, double falseAlarms) {
    this.errors = errors;
    this.requests = requests;
    this.falseAlarms = falseAlarms;
  }

  /** Usual errors per request, and the ratio of their variance to Poisson's. */
  private record Usual(double rate, double dispersion) {
    /** Probability of at least this many errors, given their expectation. */
    double tail(long errors, double expected) {
      int below = (int) Math.min(errors - 1, Integer.MAX_VALUE);
      if (dispersion <= 1) {
        return PoissonDistribution.of(expected).survivalProbability(below);
      }
      // Variance = dispersion × mean: success probability 1 / dispersion, so many failures.
      double size = expected / (dispersion - 1);
      return BetaDistribution.of((double) errors, size).cumulativeProbability(1 - 1 / dispersion);
    }
  }

  /**
   * The bursts, in the order of time.
   *
   * @param errors requests that failed, per window, at least 0
   * @param requests all requests, per window, at least as many as errors
   * @param falseAlarms probability of one or more false bursts, above 0, below 1
   * @throws IllegalArgumentException if the two differ in length or a window has more errors than
   *     requests
   */
  public static List<Burst> of(long[] errors, long[] requests, double falseAlarms) {
    if (errors.length != requests.length) {
      throw new IllegalArgumentException(
          "errors of %d windows and requests of %d; expected as many of each"
              .formatted(errors.length, requests.length));
    }
    for (int i = 0; i < errors.length; i++) {
      if (errors[i] < 0 || requests[i] < errors[i]) {
        throw new IllegalArgumentException(
            "window %d has %d errors in %d requests; expected no more errors than requests"
                .formatted(i, errors[i], requests[i]));
      }
    }
    return new Bursts(errors.clone(), requests.clone(), falseAlarms).find();
  }

  private List<Burst> find() {
    boolean[] left = worst();
    List<Burst> found = List.of();
    for (int turn = 0; turn < TURNS; turn++) {
      found = runs(usual(left));
      boolean[] next = new boolean[errors.length];
      for (Burst burst : found) {
        Arrays.fill(next, burst.from(), burst.to() + 1, true);
      }
      if (Arrays.equals(next, left)) {
        break;
      }
      left = next;
    }
    return found;
  }

  private double share(int window) {
    return requests[window] == 0 ? 0 : (double) errors[window] / requests[window];
  }

  private boolean[] worst() {
    Integer[] order = new Integer[errors.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(this::share));
    boolean[] worst = new boolean[errors.length];
    for (int i = (int) Math.ceil((1 - LEFT_OUT) * order.length); i < order.length; i++) {
      worst[order[i]] = true;
    }
    return worst;
  }

  private Usual usual(boolean[] left) {
    double failed = 0;
    double sent = 0;
    int windows = 0;
    for (int i = 0; i < errors.length; i++) {
      if (!left[i]) {
        failed += errors[i];
        sent += requests[i];
        windows += requests[i] > 0 ? 1 : 0;
      }
    }
    // One more error than observed: a soak without errors does not prove a rate of 0.
    double rate = (failed + 1) / (sent + 1);
    double squares = 0;
    for (int i = 0; i < errors.length; i++) {
      if (!left[i] && requests[i] > 0) {
        double expected = rate * requests[i];
        squares += (errors[i] - expected) * (errors[i] - expected) / expected;
      }
    }
    return new Usual(rate, windows < 2 ? 1 : squares / (windows - 1));
  }

  private List<Burst> runs(Usual usual) {
    List<Burst> candidates = new ArrayList<>();
    int tests = 0;
    for (int length = 1; length <= Math.min(LONGEST, errors.length); length *= 2) {
      for (int from = 0; from + length <= errors.length; from++) {
        tests++;
        candidates.add(run(from, from + length - 1, usual));
      }
    }
    double places = tests;
    List<Burst> clear =
        candidates.stream()
            .filter(run -> run.p() * places < falseAlarms)
            .sorted(Comparator.comparingDouble(Burst::p).thenComparingInt(Burst::windows))
            .toList();
    boolean[] taken = new boolean[errors.length];
    clear.forEach(run -> take(run, taken, usual));
    List<Burst> bursts = new ArrayList<>();
    for (int from = 0, to; from < taken.length; from = to + 1) {
      to = from;
      if (taken[from]) {
        while (to + 1 < taken.length && taken[to + 1]) {
          to++;
        }
        Burst run = run(from, to, usual);
        bursts.add(
            new Burst(
                from,
                to,
                run.errors(),
                run.requests(),
                usual.rate(),
                Math.min(1, run.p() * places)));
      }
    }
    return bursts;
  }

  /** Marks the windows of a run, except usual ones at its ends. */
  private void take(Burst run, boolean[] taken, Usual usual) {
    int from = run.from();
    int to = run.to();
    while (from < to && share(from) <= usual.rate()) {
      from++;
    }
    while (to > from && share(to) <= usual.rate()) {
      to--;
    }
    for (int i = from; i <= to; i++) {
      if (taken[i]) {
        return;
      }
    }
    Arrays.fill(taken, from, to + 1, true);
  }

  private Burst run(int from, int to, Usual usual) {
    long failed = 0;
    long sent = 0;
    for (int i = from; i <= to; i++) {
      failed += errors[i];
      sent += requests[i];
    }
    double expected = usual.rate() * sent;
    // Only what exceeds its expectation can be a burst; the rest need not be computed.
    double p = failed <= expected ? 1 : usual.tail(failed, expected);
    return new Burst(from, to, failed, sent, usual.rate(), p);
  }
}
