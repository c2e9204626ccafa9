package io.meshgauge.experiment;

import java.util.Arrays;
import java.util.Optional;

/** Something that is done to an arm on purpose while a soak goes on: properties of its plan. */
public enum SoakAct {
  /** A service is killed, and started again by its keeper. */
  KILL_SERVICE("kill-service", "a service was killed"),
  /** A proxy is killed, and started again by its keeper. */
  KILL_PROXY("kill-proxy", "a proxy was killed"),
  /** A load worker is killed: its window is measured anew when the load is back. */
  DROP_WORKER("drop-worker", "a load worker was dropped");

  private final String key;
  private final String words;

  SoakAct(String key, String words) {
    this.key = key;
    this.words = words;
  }

  /** The name of the property that says how often. */
  public String key() {
    return key;
  }

  /** What was done, in words. */
  public String words() {
    return words;
  }

  /** The act of that name. */
  public static Optional<SoakAct> named(String key) {
    return Arrays.stream(values()).filter(act -> act.key.equals(key)).findFirst();
  }
}
