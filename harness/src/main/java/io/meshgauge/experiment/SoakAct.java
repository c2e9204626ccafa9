package io.meshgauge.experiment;

import java.util.Arrays;
import java.util.Optional;

/** Something that is done to an arm on purpose while a soak goes on: properties of its plan. */
public enum SoakAct {
  /** A service is killed, and started again by its keeper. */
  KILL_SERVICE("kill-service", "a service was killed", "ready again"),
  /** A proxy is killed, and started again by its keeper. */
  KILL_PROXY("kill-proxy", "a proxy was killed", "ready again"),
  /** A load worker is killed: its window is measured anew when the load is back. */
  DROP_WORKER("drop-worker", "a load worker was dropped", "sending again"),
  /** The proxies get new certificates of the same authority. */
  ROTATE_CERTIFICATES("rotate-certificates", "certificates were replaced", "in use"),
  /** The proxies before the services get another policy. */
  PUSH_POLICY("push-policy", "a policy was pushed", "in force"),
  /** The control plane of the mesh does not work for a third of a window. */
  PAUSE_CONTROL_PLANE("pause-control-plane", "the control plane was paused", "at work again");

  private final String key;
  private final String words;
  private final String done;

  SoakAct(String key, String words, String done) {
    this.key = key;
    this.words = words;
    this.done = done;
  }

  /** Whether it ends a process; otherwise all go on, and it is a mesh's to take it. */
  public boolean kills() {
    return this == KILL_SERVICE || this == KILL_PROXY || this == DROP_WORKER;
  }

  /** What is waited for when it was done. */
  public String done() {
    return done;
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
