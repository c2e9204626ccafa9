package io.meshgauge.run.session;

/**
 * The steps of a trial, in their order; capacity and load generator are probed at most once per
 * experiment.
 */
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

  /** The words printed while it lasts. */
  public String title() {
    return title;
  }
}
