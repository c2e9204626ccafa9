package io.meshgauge.product;

import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.plane.ListenerCounters;

/** A product's counter names, for tests that parse its pages. */
public final class CounterNames {
  private CounterNames() {}

  /** Name of the counter of requests; empty when the product does not count them. */
  public static String requests(ListenerCounters counters) {
    return name(counters, TrafficCounter.REQUESTS);
  }

  /** Name of a counter; empty when the product does not have it. */
  public static String name(ListenerCounters counters, TrafficCounter counter) {
    return String.join("+", counters.source(counter).names());
  }
}
