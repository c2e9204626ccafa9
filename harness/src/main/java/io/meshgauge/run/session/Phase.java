package io.meshgauge.run.session;

/** Phases of a session in order; the capacity probe and the calibration run once per experiment. */
public enum Phase {
  PROBE_CAPACITY("probe capacity"),
  CALIBRATE("calibrate"),
  SEARCH("search capacity"),
  DEPLOY("deploy"),
  SETTLE("settle"),
  PROVE("prove"),
  WARM_UP("warm up"),
  READ_METERS("read meters"),
  MEASURE("measure"),
  DRAIN("drain"),
  COLLECT("collect"),
  TEAR_DOWN("tear down");

  private final String title;

  Phase(String title) {
    this.title = title;
  }

  /** Text for progress output. */
  public String title() {
    return title;
  }
}
