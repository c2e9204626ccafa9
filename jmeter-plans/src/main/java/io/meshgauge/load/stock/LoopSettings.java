package io.meshgauge.load.stock;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a closed loop of a user's plan.
 *
 * @param windowSeconds length of a window
 * @param warmup requests before the first window
 * @param warmupSeconds after which the warm-up ends, however few requests it sent
 * @param repeated whether further windows can be requested
 * @param jtl whether to write JMeter's own CSV too
 * @param out folder of the results
 * @param worker index of this worker
 * @param workers their number
 */
public record LoopSettings(
    double windowSeconds,
    long warmup,
    double warmupSeconds,
    boolean repeated,
    boolean jtl,
    Path out,
    int worker,
    int workers) {

  /** Long enough for services to compile, and short enough for plans with long think times. */
  private static final double WARMUP_SECONDS = 60;

  /**
   * The settings in the properties of the worker.
   *
   * @throws IllegalArgumentException if one is not a number of its kind
   */
  public static LoopSettings of(Map<String, String> properties, Path out) {
    return new LoopSettings(
        number(properties, "duration", 30),
        (long) number(properties, "warmup", 2000),
        number(properties, "warmupSeconds", WARMUP_SECONDS),
        Boolean.parseBoolean(properties.get("repeat")),
        Boolean.parseBoolean(properties.get("jtl")),
        out,
        (int) number(properties, "worker", 0),
        (int) number(properties, "workers", 1));
  }

  private static double number(Map<String, String> properties, String name, double otherwise) {
    String text = Optional.ofNullable(properties.get(name)).orElse("").strip();
    if (text.isEmpty()) {
      return otherwise;
    }
    @Nullable Double value = null;
    try {
      value = Double.valueOf(text);
    } catch (NumberFormatException e) {
      // Refused below, like a negative number.
    }
    if (value == null || !(value >= 0) || value.isInfinite()) {
      throw new IllegalArgumentException(
          "-J" + name + " is a number of 0 or more, not '" + text + "'.");
    }
    return value;
  }
}
