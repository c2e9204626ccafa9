package io.meshgauge.soak;

import io.meshgauge.measure.Unit;
import io.meshgauge.text.Messages;

/** Quantities of a soak that are watched for drift, window by window. */
public enum Quantity {
  /** Mean working set. */
  MEMORY("memory", Unit.BYTES, 8 * 1024 * 1024),
  /** Long-lived heap after the last collection. */
  HEAP("heap", Unit.BYTES, 2 * 1024 * 1024),
  THREADS("threads", Unit.COUNT, 8),
  FILES("file descriptors", Unit.COUNT, 16),
  SOCKETS("sockets", Unit.COUNT, 16),
  /** CPU per 1,000 completed requests. */
  CPU("CPU", Unit.CPU_SECONDS_PER_1000_REQUESTS, 0.1),
  /** p99 of requests that should succeed. */
  RESPONSE_P99("response time p99", Unit.SECONDS, 0.005);

  private final String key;
  private final Unit unit;
  private final double minGrowth;

  Quantity(String key, Unit unit, double minGrowth) {
    this.key = key;
    this.unit = unit;
    this.minGrowth = minGrowth;
  }

  /** Its name in JSON. */
  String key() {
    return key;
  }

  /** Title in tables. */
  public String title() {
    return Messages.of("soak.quantity", this);
  }

  /** The unit of its values. */
  public Unit unit() {
    return unit;
  }

  /** Growth over the whole soak that is tolerated at any level. */
  double minGrowth() {
    return minGrowth;
  }
}
