package io.meshgauge.probe;

import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One line of a Prometheus page.
 *
 * @param name of the metric
 * @param labels by name
 * @param value may be infinite or not a number
 * @param epochMillis when it was taken, by the clock of its source; empty when the page does not
 *     say
 */
public record Sample(
    String name, SortedMap<String, String> labels, double value, OptionalLong epochMillis) {
  public Sample {
    labels = new TreeMap<>(labels);
  }

  /** The same with one more label. */
  public Sample with(String label, String text) {
    SortedMap<String, String> more = new TreeMap<>(labels);
    more.put(label, text);
    return new Sample(name, more, value, epochMillis);
  }

  /** A label's value; empty text when it has none, which means the same in Prometheus. */
  public String label(String label) {
    return labels.getOrDefault(label, "");
  }
}
