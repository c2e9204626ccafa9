package io.meshgauge.predict;

import io.meshgauge.measure.Amounts;
import io.meshgauge.text.Messages;
import java.util.List;

/** The kind of a predicted amount: its base unit, and how it is printed. */
public enum Kind {
  /** Of the CPU time of the machine. */
  SHARE(100, List.of(new Part("%", 1e-2), new Part("ppm", 1e-6), new Part("ppb", 1e-9))),
  CORES(1, Part.times(" CPU")),
  BYTES(0x1p-30, List.of(new Part("MiB", 0x1p20), new Part("KiB", 0x1p10), new Part("bytes", 1))),
  SECONDS(1e3, Part.times("")),
  /** A number of things, in whole. */
  COUNT(1, List.of()),
  /** In the currency of the prices. */
  PRICE(1, List.of());

  private final double printed;
  private final List<Part> parts;

  /**
   * @param printed what one of the base unit is in the unit that is printed
   * @param parts units of coefficients, from the largest to the smallest; none if it is not fitted
   */
  Kind(double printed, List<Part> parts) {
    this.printed = printed;
    this.parts = parts;
  }

  /** A unit of coefficients. */
  private record Part(String unit, double size) {
    static List<Part> times(String of) {
      return List.of(
          new Part("s" + of, 1),
          new Part("ms" + of, 1e-3),
          new Part("us" + of, 1e-6),
          new Part("ns" + of, 1e-9));
    }
  }

  /** A value with its unit, for example {@code 5.15 ms}. */
  public String number(double value) {
    String digits = digits(value);
    return switch (this) {
      case SHARE -> digits + " %";
      case CORES -> Messages.get("prediction.in-cores", digits);
      case BYTES -> digits + " GiB";
      case SECONDS -> digits + " ms";
      case COUNT, PRICE -> digits;
    };
  }

  /** A value with its interval, for example {@code 5.15 ms (4.60 to 5.76)}. */
  public String text(Estimate it) {
    return "%s (%s)"
        .formatted(number(it.value()), Amounts.range(digits(it.low()), digits(it.high())));
  }

  private String digits(double value) {
    return this == COUNT ? Amounts.fixed(value, 0) : Amounts.digits(value * printed);
  }

  /** A coefficient in the largest unit that it reaches, for example {@code 22.0 ms CPU}. */
  public String coefficient(double value) {
    Part part =
        parts.stream()
            .filter(it -> Math.abs(value) >= it.size())
            .findFirst()
            .orElseGet(() -> parts.get(parts.size() - 1));
    return Amounts.digits(value / part.size()) + " " + part.unit();
  }
}
