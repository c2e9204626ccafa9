package io.meshgauge.config.section;

import io.meshgauge.measure.Unit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Parses numbers with units: {@code 250ms}, {@code 0.1%}, {@code 64MiB}. */
public final class Quantity {
  private static final Pattern SHAPE = Pattern.compile("([+-]?\\d+(?:\\.\\d+)?)\\s*([^\\d\\s]*)");
  private static final Map<Unit, Map<String, Double>> SUFFIXES =
      Map.of(
          Unit.SECONDS,
          Map.of("us", 1e-6, "µs", 1e-6, "ms", 1e-3, "s", 1.0, "m", 60.0, "h", 3600.0),
          Unit.BYTES,
          Map.of(
              "B", 1.0, "KiB", 0x1p10, "MiB", 0x1p20, "GiB", 0x1p30, "kB", 1e3, "MB", 1e6, "GB",
              1e9),
          Unit.RATIO,
          Map.of("", 1.0, "%", 0.01),
          Unit.REQUESTS_PER_SECOND,
          Map.of("", 1.0, "/s", 1.0, "rps", 1.0, "/m", 1.0 / 60),
          Unit.CPU_SECONDS_PER_1000_REQUESTS,
          Map.of("", 1.0),
          Unit.PER_GIB,
          Map.of("", 1.0),
          Unit.BITS_PER_SECOND,
          Map.of("bit/s", 1.0, "kbit/s", 1e3, "Mbit/s", 1e6, "Gbit/s", 1e9),
          Unit.CPU_SECONDS_PER_GIB,
          Map.of("", 1.0),
          Unit.COUNT,
          Map.of("", 1.0));
  private static final Map<Unit, String> EXAMPLES =
      Map.of(
          Unit.SECONDS, "a duration with its unit, such as 500us, 250ms, 15s or 2m",
          Unit.BYTES, "a size with its unit, such as 512KiB, 64MiB or 1.5GiB",
          Unit.RATIO, "a share, such as 0.1% or 0.001",
          Unit.REQUESTS_PER_SECOND, "a rate in requests per second, such as 200 or 200/s",
          Unit.CPU_SECONDS_PER_1000_REQUESTS,
              "a number of CPU-seconds per 1,000 requests, such as 4.5",
          Unit.PER_GIB, "a number of segments per GiB, such as 20",
          Unit.BITS_PER_SECOND, "a throughput with its unit, such as 800Mbit/s or 9.5Gbit/s",
          Unit.CPU_SECONDS_PER_GIB, "a number of CPU-seconds per GiB, such as 0.8",
          Unit.COUNT, "a whole number, such as 200");

  private Quantity() {}

  /** The value in the base unit; empty if the text is not such a quantity. */
  public static OptionalDouble parse(Unit unit, String text) {
    Matcher matcher = SHAPE.matcher(text.strip());
    if (!matcher.matches()) {
      return OptionalDouble.empty();
    }
    Double factor = Objects.requireNonNull(SUFFIXES.get(unit)).get(matcher.group(2));
    return factor == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(Double.parseDouble(matcher.group(1)) * factor);
  }

  /** A number without a unit; empty if the text is not one. */
  public static OptionalDouble number(String text) {
    Matcher matcher = SHAPE.matcher(text.strip());
    return matcher.matches() && matcher.group(2).isEmpty()
        ? OptionalDouble.of(Double.parseDouble(matcher.group(1)))
        : OptionalDouble.empty();
  }

  /** The JSON schema of a quantity of this unit. */
  static Map<String, ?> schema(Unit unit) {
    Map<String, Double> suffixes = Objects.requireNonNull(SUFFIXES.get(unit));
    String pattern =
        suffixes.keySet().stream()
            .sorted()
            .collect(Collectors.joining("|", "^\\d+(\\.\\d+)?\\s*(", ")$"));
    return suffixes.containsKey("")
        ? Map.of("type", List.of("number", "string"), "minimum", 0, "pattern", pattern)
        : Map.of("type", "string", "pattern", pattern);
  }

  /** An example of a quantity of this unit, for messages. */
  public static String example(Unit unit) {
    return Objects.requireNonNull(EXAMPLES.get(unit));
  }
}
