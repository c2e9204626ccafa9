package io.meshgauge.measure.use;

import io.meshgauge.text.Messages;

/** The part of the system that a process is accounted to; each part is summed apart. */
public enum Part {
  APPLICATION,
  DATA_PLANE,
  CONTROL_PLANE,
  /** Collectors of traces and metrics, which serve the arm and are no part of its path. */
  TELEMETRY,
  LOAD;

  /** The name used in tables and charts. */
  public String title() {
    return Messages.of("measure.part", this);
  }
}
