package io.meshgauge.load.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * A planned arrival rate over time: a chain of pieces within each of which the rate changes
 * linearly. Times are seconds from the start of the window, rates are arrivals per second.
 *
 * <p>Linear pieces keep the accumulated rate a quadratic, so that both it and its inverse are exact
 * closed forms: no step size, no numeric drift over long windows.
 */
public final class RateProfile {

  /**
   * One stretch of the profile.
   *
   * @param seconds its length, above 0
   * @param fromRate the rate at its start, at least 0
   * @param toRate the rate at its end, at least 0
   * @param stage name of the part of the load that it belongs to; empty: none
   */
  public record Piece(double seconds, double fromRate, double toRate, String stage) {
    /** A piece of no stage. */
    public Piece(double seconds, double fromRate, double toRate) {
      this(seconds, fromRate, toRate, "");
    }

    /** Checks length and rates. */
    public Piece {
      if (!(seconds > 0) || Double.isInfinite(seconds)) {
        throw new IllegalArgumentException("A piece lasts longer than 0 s, not " + seconds + " s.");
      }
      if (!(fromRate >= 0) || !(toRate >= 0) || Double.isInfinite(fromRate + toRate)) {
        throw new IllegalArgumentException(
            "A rate is 0 or more, not " + fromRate + " to " + toRate + " per second.");
      }
    }

    double arrivals() {
      return seconds * (fromRate + toRate) / 2;
    }

    private double arrivalsWithin(double elapsed) {
      return elapsed * (fromRate + (toRate - fromRate) * elapsed / (2 * seconds));
    }

    /** The time at which this piece has accumulated that many arrivals. */
    private double timeOf(double arrivals) {
      double slope = (toRate - fromRate) / seconds;
      double root = Math.sqrt(Math.max(0, fromRate * fromRate + 2 * slope * arrivals));
      double sum = fromRate + root;
      // This form of the quadratic's solution does not cancel when the slope is near zero.
      return sum == 0 ? 0 : Math.min(seconds, 2 * arrivals / sum);
    }
  }

  private final List<Piece> pieces;
  private final double[] startSeconds;
  private final double[] startArrivals;

  /** A profile of these pieces, one after the other. */
  public RateProfile(List<Piece> pieces) {
    if (pieces.isEmpty()) {
      throw new IllegalArgumentException("A rate profile has at least one piece; this has none.");
    }
    this.pieces = new ArrayList<>(pieces);
    startSeconds = new double[pieces.size() + 1];
    startArrivals = new double[pieces.size() + 1];
    for (int i = 0; i < pieces.size(); i++) {
      startSeconds[i + 1] = startSeconds[i] + pieces.get(i).seconds();
      startArrivals[i + 1] = startArrivals[i] + pieces.get(i).arrivals();
    }
  }

  /** The length of the whole profile in seconds. */
  public double seconds() {
    return startSeconds[pieces.size()];
  }

  /** The arrivals planned over the whole profile: the integral of the rate. */
  public double arrivals() {
    return startArrivals[pieces.size()];
  }

  /** The highest rate the profile ever reaches. */
  public double highestRate() {
    return pieces.stream().mapToDouble(p -> Math.max(p.fromRate(), p.toRate())).max().orElse(0);
  }

  /** The planned rate at that second; at a jump, the rate after it. 0 outside the profile. */
  public double rateAt(double second) {
    if (second < 0 || second >= seconds()) {
      return 0;
    }
    int i = pieceAt(second);
    Piece piece = pieces.get(i);
    double share = (second - startSeconds[i]) / piece.seconds();
    return piece.fromRate() + (piece.toRate() - piece.fromRate()) * share;
  }

  /** The arrivals planned from the start until that second. */
  public double arrivalsBy(double second) {
    if (second <= 0) {
      return 0;
    }
    if (second >= seconds()) {
      return arrivals();
    }
    int i = pieceAt(second);
    return startArrivals[i] + pieces.get(i).arrivalsWithin(second - startSeconds[i]);
  }

  private int pieceAt(double second) {
    int i = 0;
    while (second >= startSeconds[i + 1]) {
      i++;
    }
    return i;
  }

  /**
   * A part of the load without a pause: pieces of one stage that follow each other.
   *
   * @param stage its name
   * @param from second at which it begins
   * @param to second at which it ends
   * @param arrivals planned in it
   */
  public record Stretch(String stage, double from, double to, double arrivals) {}

  /** The stretches of all stages, in the order of time. */
  public List<Stretch> stretches() {
    List<Stretch> found = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= pieces.size(); i++) {
      String stage = pieces.get(from).stage();
      if (i < pieces.size() && pieces.get(i).stage().equals(stage)) {
        continue;
      }
      if (!stage.isEmpty()) {
        found.add(
            new Stretch(
                stage,
                startSeconds[from],
                startSeconds[i],
                startArrivals[i] - startArrivals[from]));
      }
      from = i;
    }
    return found;
  }

  /** A walk along the profile, for targets that only ever grow. */
  Walk walk() {
    return new Walk();
  }

  /** Finds the time of each accumulated count; keeps the current piece. */
  final class Walk {
    private int at;

    /** The second at which {@code arrivals} have accumulated, or -1 if the profile ends before. */
    double secondOf(double arrivals) {
      while (arrivals >= startArrivals[at + 1]) {
        if (++at == pieces.size()) {
          at--;
          return -1;
        }
      }
      return startSeconds[at] + pieces.get(at).timeOf(arrivals - startArrivals[at]);
    }
  }
}
