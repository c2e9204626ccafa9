package io.meshgauge.measure;

/** The part of the system that a process is accounted to; each part is summed apart. */
public enum Part {
  APPLICATION("services"),
  DATA_PLANE("data plane"),
  CONTROL_PLANE("control plane"),
  /** Collectors of traces and metrics, which serve the arm and are no part of its path. */
  TELEMETRY("telemetry"),
  LOAD("load worker");

  private final String title;

  Part(String title) {
    this.title = title;
  }

  /** The name used in tables and charts. */
  public String title() {
    return title;
  }
}
