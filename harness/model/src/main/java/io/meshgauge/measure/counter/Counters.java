package io.meshgauge.measure.counter;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A snapshot of monotonic counters by name, as a proxy or a service exposed them at one instant.
 *
 * @param values counter values by full name, sorted
 */
public record Counters(SortedMap<String, Double> values) {
  /** No counter at all. */
  public static final Counters NONE = new Counters(new TreeMap<>());

  /** A snapshot of the given values. */
  public static Counters of(Map<String, Double> values) {
    return new Counters(new TreeMap<>(values));
  }

  /** The value of one counter; empty when the page does not have it. */
  public OptionalDouble value(String name) {
    Double value = values.get(name);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** The sum over all counters whose name the predicate accepts. */
  public double sum(Predicate<String> name) {
    return values.entrySet().stream()
        .filter(entry -> name.test(entry.getKey()))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  /** This snapshot and another, counter by counter. */
  public Counters plus(Counters other) {
    SortedMap<String, Double> sum = new TreeMap<>(values);
    other.values.forEach((name, value) -> sum.merge(name, value, Double::sum));
    return new Counters(sum);
  }
}
