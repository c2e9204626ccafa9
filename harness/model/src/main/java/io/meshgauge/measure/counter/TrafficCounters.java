package io.meshgauge.measure.counter;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What one proxy counted on one hop. A counter that is absent is not counted by the product: it is
 * unknown, and not zero.
 *
 * @param values requests, connections or bytes, as each {@link TrafficCounter} says
 */
public record TrafficCounters(Map<TrafficCounter, Long> values) {

  public TrafficCounters {
    values = Map.copyOf(values);
  }

  /** What a page shows. */
  public static TrafficCounters of(Map<TrafficCounter, CounterSource> sources, Counters page) {
    Map<TrafficCounter, Long> values = new EnumMap<>(TrafficCounter.class);
    sources.forEach(
        (counter, source) ->
            source.read(page).ifPresent(value -> values.put(counter, Long.valueOf(value))));
    return new TrafficCounters(values);
  }

  /** One count; empty when the product does not keep it. */
  public OptionalLong get(TrafficCounter counter) {
    Long value = values.get(counter);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  /** The growth since {@code before}, in which a counter may have been absent. */
  public TrafficCounters minus(TrafficCounters before) {
    Map<TrafficCounter, Long> growth = new EnumMap<>(TrafficCounter.class);
    values.forEach((counter, value) -> growth.put(counter, value - before.get(counter).orElse(0)));
    return new TrafficCounters(growth);
  }
}
