package io.meshgauge.experiment;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A point of a sweep: an arm with a load of its own, as settings of its variant.
 *
 * @param block of the schedule in which it is measured, from 1
 * @param rate requests per second
 * @param connections of the load
 * @param heldOut whether it is predicted before it is measured, and never fitted
 */
public record LoadPoint(int block, double rate, int connections, boolean heldOut) {
  /** Start of the names of telemetry settings that trace. */
  public static final String TRACING = "tracing-";

  private static final String PREFIX = "point-";
  private static final String BLOCK = PREFIX + "block";
  private static final String RATE = PREFIX + "rate";
  private static final String CONNECTIONS = PREFIX + "connections";
  private static final String HELD_OUT = PREFIX + "held-out";

  /** The point of a variant; empty outside of sweeps. */
  public static Optional<LoadPoint> of(Variant variant) {
    SortedMap<String, String> settings = variant.settings();
    return settings.containsKey(RATE)
        ? Optional.of(
            new LoadPoint(
                Integer.parseInt(variant.setting(BLOCK, "1")),
                Double.parseDouble(variant.setting(RATE, "1")),
                Integer.parseInt(variant.setting(CONNECTIONS, "1")),
                Boolean.parseBoolean(variant.setting(HELD_OUT, "false"))))
        : Optional.empty();
  }

  /** The variant at this point. */
  public Variant of(Variant variant, String name) {
    return variant
        .named(name)
        .with(BLOCK, Integer.toString(block))
        .with(RATE, Double.toString(rate))
        .with(CONNECTIONS, Integer.toString(connections))
        .with(HELD_OUT, Boolean.toString(heldOut));
  }

  /** The variant at no point. */
  public static Variant without(Variant variant) {
    SortedMap<String, String> settings = new TreeMap<>(variant.settings());
    settings.keySet().removeIf(name -> name.startsWith(PREFIX));
    return new Variant(
        variant.name(), variant.mesh(), variant.policy(), variant.telemetry(), settings);
  }
}
