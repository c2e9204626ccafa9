package io.meshgauge.load.schedule;

import io.meshgauge.load.schedule.RateProfile.Piece;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The form of a load over its window, in fractions of the highest rate. Written as one line:
 *
 * <ul>
 *   <li>{@code constant}: the highest rate throughout
 *   <li>{@code ramp FROM TO}: linear, such as {@code ramp 0.1 1}
 *   <li>{@code steps A B C ...}: equally long steps, such as {@code steps 0.0143 0.1286 1}
 *   <li>{@code pieces L:A:B ...}: pieces of the lengths L, as shares of their sum, in which the
 *       rate changes linearly from A to B, such as {@code pieces 10:0:1 60:1:1 10:1:0}
 *   <li>{@code peaks base=B peak=P count=N share=S ripple=R}: a base that swings by ± R of itself,
 *       and N evenly spread peaks to P which together take the share S of the window (a quarter of
 *       each peak rising, half held, a quarter falling)
 * </ul>
 *
 * <p>All fractions are 0 to 1, so that the rate of a plan is the highest of its shape. Steps, level
 * pieces, peaks and the calm between them are stages, each with results of its own.
 */
public final class LoadShape {

  private static final String FORMS =
      " Write one of: 'constant', 'ramp 0.1 1', 'steps 0.0143 0.1286 1',"
          + " 'pieces 10:0:1 60:1:1 10:1:0',"
          + " 'peaks base=0.43 peak=1 count=3 share=0.2 ripple=0.05'.";
  private static final Set<String> PEAK_SETTINGS =
      Set.of("base", "peak", "count", "share", "ripple");

  /** Stages of peaks: the base with its swings, and the peaks with their rise and fall. */
  private static final String CALM = "calm";

  private static final String PEAK = "peak";

  private final List<Piece> unit;

  private LoadShape(List<Piece> unit) {
    this.unit = unit;
  }

  /**
   * The shape that line describes.
   *
   * @throws IllegalArgumentException if the line describes none, listing the known forms
   */
  public static LoadShape parse(String line) {
    String[] words = line.strip().split("\\s+");
    try {
      return new LoadShape(
          switch (words[0]) {
            case "constant" -> constant(words);
            case "ramp" -> ramp(words);
            case "steps" -> steps(words);
            case "pieces" -> pieces(words);
            case "peaks" -> peaks(words);
            default -> throw new IllegalArgumentException("unknown form '" + words[0] + "'.");
          });
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Load shape '" + line + "' cannot be read: " + e.getMessage() + FORMS, e);
    }
  }

  /** This shape at a highest rate (per second), stretched over a window (seconds). */
  public RateProfile at(double highestRate, double seconds) {
    if (!(highestRate > 0) || !(seconds > 0)) {
      throw new IllegalArgumentException(
          "A load has a rate and a duration above 0, not "
              + highestRate
              + "/s for "
              + seconds
              + " s.");
    }
    List<Piece> pieces = new ArrayList<>();
    for (Piece p : unit) {
      pieces.add(
          new Piece(
              p.seconds() * seconds,
              p.fromRate() * highestRate,
              p.toRate() * highestRate,
              p.stage()));
    }
    return new RateProfile(pieces);
  }

  private static List<Piece> constant(String[] words) {
    expectWords(words, 1);
    return List.of(new Piece(1, 1, 1));
  }

  private static List<Piece> ramp(String[] words) {
    expectWords(words, 3);
    return List.of(new Piece(1, fraction(words[1]), fraction(words[2])));
  }

  private static List<Piece> steps(String[] words) {
    if (words.length < 2) {
      throw new IllegalArgumentException("steps needs at least one fraction.");
    }
    List<Piece> pieces = new ArrayList<>();
    for (int i = 1; i < words.length; i++) {
      double level = fraction(words[i]);
      pieces.add(new Piece(1.0 / (words.length - 1), level, level, "step-" + i));
    }
    return pieces;
  }

  private static List<Piece> pieces(String[] words) {
    double[][] parts = new double[words.length - 1][];
    double all = 0;
    for (int i = 0; i < parts.length; i++) {
      String[] numbers = words[i + 1].split(":", -1);
      if (numbers.length != 3 || !(number(numbers[0]) > 0)) {
        throw new IllegalArgumentException(
            "'" + words[i + 1] + "' is not a length above 0 and two fractions, as 10:0:1.");
      }
      parts[i] = new double[] {number(numbers[0]), fraction(numbers[1]), fraction(numbers[2])};
      all += parts[i][0];
    }
    if (parts.length == 0) {
      throw new IllegalArgumentException("pieces needs at least one piece.");
    }
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < parts.length; i++) {
      double[] part = parts[i];
      boolean level = part[1] == part[2] && part[1] > 0;
      pieces.add(new Piece(part[0] / all, part[1], part[2], level ? "piece-" + (i + 1) : ""));
    }
    return pieces;
  }

  private static List<Piece> peaks(String[] words) {
    Map<String, Double> settings =
        new HashMap<>(Map.of("base", 0.43, "peak", 1.0, "count", 3.0, "share", 0.2, "ripple", 0.0));
    for (int i = 1; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      String name = equals < 0 ? words[i] : words[i].substring(0, equals);
      if (equals < 0 || !PEAK_SETTINGS.contains(name)) {
        throw new IllegalArgumentException("'" + words[i] + "' is not a setting of peaks.");
      }
      String value = words[i].substring(equals + 1);
      settings.put(name, name.equals("count") ? number(value) : fraction(value));
    }
    return peaks(settings);
  }

  private static List<Piece> peaks(Map<String, Double> settings) {
    double count = Objects.requireNonNull(settings.get("count"));
    double share = Objects.requireNonNull(settings.get("share"));
    double base = Objects.requireNonNull(settings.get("base"));
    double ripple = Objects.requireNonNull(settings.get("ripple"));
    double peak = Objects.requireNonNull(settings.get("peak"));
    if (count < 1 || count != Math.rint(count)) {
      throw new IllegalArgumentException("count is a whole number from 1, not " + count + ".");
    }
    if (share <= 0 || share >= 1) {
      throw new IllegalArgumentException("share is between 0 and 1, not " + share + ".");
    }
    if (base * (1 + ripple) > 1) {
      throw new IllegalArgumentException("base with its ripple goes above 1.");
    }
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rippled(pieces, (1 - share) / count / 2, base, ripple);
      peak(pieces, share / count, base, peak);
      rippled(pieces, (1 - share) / count / 2, base, ripple);
    }
    return pieces;
  }

  /** One full swing around the base, which does not change the integral. */
  private static void rippled(List<Piece> pieces, double length, double base, double ripple) {
    double high = base * (1 + ripple);
    double low = base * (1 - ripple);
    pieces.add(new Piece(length / 4, base, high, CALM));
    pieces.add(new Piece(length / 2, high, low, CALM));
    pieces.add(new Piece(length / 4, low, base, CALM));
  }

  private static void peak(List<Piece> pieces, double length, double base, double peak) {
    pieces.add(new Piece(length / 4, base, peak, PEAK));
    pieces.add(new Piece(length / 2, peak, peak, PEAK));
    pieces.add(new Piece(length / 4, peak, base, PEAK));
  }

  private static void expectWords(String[] words, int count) {
    if (words.length != count) {
      throw new IllegalArgumentException(
          words[0] + " takes " + (count - 1) + " numbers, not " + (words.length - 1) + ".");
    }
  }

  private static double fraction(String word) {
    double value = number(word);
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException("'" + word + "' is not a fraction from 0 to 1.");
    }
    return value;
  }

  private static double number(String word) {
    try {
      return Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + word + "' is not a number.", e);
    }
  }
}
