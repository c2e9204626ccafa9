package io.meshgauge.experiment;

import io.meshgauge.measure.Durations;
import io.meshgauge.measure.Metric;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * A cost that a setting adds to every request at its entry, so that the harness can be calibrated:
 * the difference that a session measures is compared with the amount that was added.
 */
public enum KnownAmount {
  /** A delay, measured as response time. */
  DELAY("added-delay", Metric.RESPONSE_P50, 1),

  /** CPU time, measured as CPU of the whole system per 1000 requests. */
  CPU("added-cpu", Metric.CPU_SYSTEM, 1000);

  private static final double NANOS_PER_SECOND = 1e9;

  private final String setting;
  private final Metric metric;
  private final double scale;

  KnownAmount(String setting, Metric metric, double scale) {
    this.setting = setting;
    this.metric = metric;
    this.scale = scale;
  }

  /** Name of the setting, a duration such as {@code 200us}. */
  public String setting() {
    return setting;
  }

  /** The metric that shows it. */
  public Metric metric() {
    return metric;
  }

  /** The amount that a variant adds, in the unit of {@link #metric}; empty if it adds none. */
  public OptionalDouble in(Variant variant) {
    String text = variant.setting(setting, "");
    if (!Durations.written(text)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(Durations.of(text).toNanos() / NANOS_PER_SECOND * scale);
  }

  /** Whether two variants are equal but for known amounts, which only the first adds. */
  public static boolean alone(Variant variant, Variant reference) {
    return reference.isPartOf(variant)
        && variant.choices().keySet().stream()
            .filter(choice -> !reference.choices().containsKey(choice))
            .allMatch(choice -> Arrays.stream(values()).anyMatch(it -> it.setting.equals(choice)));
  }
}
