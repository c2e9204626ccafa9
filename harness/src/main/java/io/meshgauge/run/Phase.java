package io.meshgauge.run;

/** The steps of a trial, in order. */
public enum Phase {
  PROBE_CAPACITY("probing capacity"),
  DEPLOY("deploying"),
  SETTLE("settling"),
  PROVE("proving"),
  WARM_UP("warming up"),
  MEASURE("measuring"),
  DRAIN("draining"),
  COLLECT("collecting"),
  TEAR_DOWN("tearing down");

  private final String words;

  Phase(String words) {
    this.words = words;
  }

  /** What is being done, for people. */
  public String words() {
    return words;
  }
}
