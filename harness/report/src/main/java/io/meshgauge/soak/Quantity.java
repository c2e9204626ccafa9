package io.meshgauge.soak;

import io.meshgauge.measure.Unit;

/** What is watched of a soak, window by window. */
public enum Quantity {
  /** Working set on average. */
  MEMORY("memory", Unit.BYTES, 8 * 1024 * 1024),
  /** What the last collection left of the long-lived heap. */
  HEAP("heap", Unit.BYTES, 2 * 1024 * 1024),
  THREADS("threads", Unit.COUNT, 8),
  FILES("file descriptors", Unit.COUNT, 16),
  SOCKETS("sockets", Unit.COUNT, 16),
  /** Per 1,000 requests that were answered. */
  CPU("CPU", Unit.CPU_SECONDS_PER_1000_REQUESTS, 0.1),
  /** Of what was meant to succeed. */
  RESPONSE_P99("response time p99", Unit.SECONDS, 0.005);

  private final String title;
  private final Unit unit;
  private final double least;

  Quantity(String title, Unit unit, double least) {
    this.title = title;
    this.unit = unit;
    this.least = least;
  }

  /** The words in tables. */
  public String title() {
    return title;
  }

  /** The unit of its values. */
  public Unit unit() {
    return unit;
  }

  /** A growth over the whole soak by less than this is of no consequence, whatever the level. */
  double least() {
    return least;
  }
}
