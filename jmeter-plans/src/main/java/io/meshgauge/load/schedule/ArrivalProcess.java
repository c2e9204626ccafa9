package io.meshgauge.load.schedule;

import java.util.Locale;

/** Distribution of arrivals around the planned rate. */
public enum ArrivalProcess {
  /** Evenly spaced: arrival i is due when the planned rate has accumulated i + ½ arrivals. */
  UNIFORM,
  /** Independent arrivals: exponential gaps in accumulated rate, drawn from the seed. */
  POISSON;

  /**
   * The process of that name, in any case.
   *
   * @throws IllegalArgumentException if there is none, listing the known names
   */
  public static ArrivalProcess named(String name) {
    for (ArrivalProcess process : values()) {
      if (process.name().equalsIgnoreCase(name.strip())) {
        return process;
      }
    }
    throw new IllegalArgumentException(
        "Unknown arrival process '" + name + "'. Known: uniform, poisson.");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
