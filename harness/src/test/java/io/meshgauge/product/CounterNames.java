package io.meshgauge.product;

import io.meshgauge.measure.TrafficCounter;
import io.meshgauge.topology.ListenerCounters;

/** The names by which a product counts, for tests that know its pages. */
public final class CounterNames {
  private CounterNames() {}

  /** The name of the counter of requests; empty when the product does not count them. */
  public static String requests(ListenerCounters counters) {
    return name(counters, TrafficCounter.REQUESTS);
  }

  /** The name of one counter; empty when the product does not keep it. */
  public static String name(ListenerCounters counters, TrafficCounter counter) {
    return String.join("+", counters.source(counter).names());
  }
}
