package io.meshgauge.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the load worker is asked to do.
 *
 * @param plan the {@code .jmx} file
 * @param folder where it leaves its results; created when absent
 * @param duration of the measured window: how long the conversation may take
 * @param properties JMeter properties handed to the plan, for example {@code host}, {@code port},
 *     {@code rate}, {@code seed}; {@code duration} is added from above
 */
public record LoadRequest(
    Path plan, Path folder, Duration duration, SortedMap<String, String> properties) {

  public LoadRequest {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("duration %s; expected above zero".formatted(duration));
    }
    SortedMap<String, String> all = new TreeMap<>(properties);
    all.put("duration", Long.toString(Math.max(1, duration.toSeconds())));
    properties = all;
  }

  /** The same request with one more property. */
  public LoadRequest with(String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(properties);
    more.put(name, value);
    return new LoadRequest(plan, folder, duration, more);
  }
}
