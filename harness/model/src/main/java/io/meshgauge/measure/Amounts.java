package io.meshgauge.measure;

import io.meshgauge.text.Messages;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * The one place where stored numbers become text for people: seconds are printed as milliseconds,
 * bytes as MiB, bits per second as Gbit/s, ratios as per cent, with about three digits.
 */
public final class Amounts {
  private static final double MIB = 1024.0 * 1024;

  /** Per cent below which two decimals would say next to nothing. */
  private static final double SMALLEST = 0.00995;

  private Amounts() {}

  /** A value with its unit, for example {@code 6.35 ms}. */
  public static String text(Unit unit, double value) {
    return join(number(unit, value), symbol(unit));
  }

  /** A length of time, for example {@code 28.0 ms} or {@code 3.80 s}. */
  public static String duration(double seconds) {
    return seconds < 1 ? text(Unit.SECONDS, seconds) : digits(seconds) + " s";
  }

  /** A value without its unit, for example {@code 6.35}. */
  public static String number(Unit unit, double value) {
    double scaled = scaled(unit, value);
    if (unit == Unit.COUNT && scaled == Math.rint(scaled)) {
      return fixed(scaled, 0);
    }
    boolean tiny = unit == Unit.RATIO && value != 0 && Math.abs(scaled) < SMALLEST;
    return tiny ? fixed(scaled, 4) : digits(scaled);
  }

  /** A difference with sign and unit, for example {@code +1.90 ms}. */
  public static String difference(Unit unit, double value) {
    return join(signed(unit, value), symbol(unit));
  }

  /** A difference with sign and without unit, for example {@code -0.12}. */
  public static String signed(Unit unit, double value) {
    String number = number(unit, value);
    return number.startsWith("-") ? number : "+" + number;
  }

  /** An interval with its unit, for example {@code 1.60 to 2.30 ms}. */
  public static String interval(Unit unit, double low, double high) {
    return join(range(number(unit, low), number(unit, high)), symbol(unit));
  }

  /** Two ends in words, for example {@code 1.60 to 2.30}. */
  public static String range(String low, String high) {
    return Messages.get("measure.range", low, high);
  }

  /** A relative change, for example {@code +34 %}. */
  public static String change(double ratio) {
    double percent = ratio * 100;
    int decimals = Math.abs(percent) < 9.95 ? 1 : 0;
    String number = fixed(percent, decimals);
    return (number.startsWith("-") ? number : "+" + number) + " %";
  }

  /** A share between 0 and 1, for example {@code 97 %}. */
  public static String share(double ratio) {
    return fixed(ratio * 100, 0) + " %";
  }

  /** A probability of a test, for example {@code 0.031} or {@code < 0.001}. */
  public static String probability(double p) {
    return p < 0.001 ? "< 0.001" : fixed(p, 3);
  }

  /** An interval next to its value, for example {@code [1.60 2.30]}. */
  public static String bracketed(double low, double high, DoubleFunction<String> number) {
    return "[" + number.apply(low) + " " + number.apply(high) + "]";
  }

  /** The symbol printed behind a value of that unit. */
  public static String symbol(Unit unit) {
    return switch (unit) {
      case SECONDS -> "ms";
      case BYTES -> "MiB";
      case RATIO -> "%";
      case BITS_PER_SECOND -> "Gbit/s";
      default -> unit.symbol();
    };
  }

  /** The number that is printed for a stored value, before rounding. */
  public static double scaled(Unit unit, double value) {
    return switch (unit) {
      case SECONDS -> value * 1e3;
      case BYTES -> value / MIB;
      case RATIO -> value * 100;
      case BITS_PER_SECOND -> value / 1e9;
      default -> value;
    };
  }

  /** A number with about three digits. */
  public static String digits(double value) {
    double size = Math.abs(value);
    if (!Double.isFinite(value)) {
      return "n/a";
    }
    return fixed(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
  }

  /** A number with a fixed count of decimals, never {@code -0}. */
  public static String fixed(double value, int decimals) {
    String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
    boolean zero = text.chars().noneMatch(c -> c >= '1' && c <= '9');
    return zero && text.startsWith("-") ? text.substring(1) : text;
  }

  private static String join(String number, String symbol) {
    return symbol.isEmpty() ? number : number + " " + symbol;
  }
}
