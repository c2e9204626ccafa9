package io.meshgauge.experiment;

import java.util.Arrays;
import java.util.Optional;

/** A fault or change injected during a soak; each is a property of the plan. */
public enum SoakAct {
  /** Kills a service; its supervisor restarts it. */
  KILL_SERVICE("kill-service", "a service was killed", "ready again"),
  /** Kills a proxy; its supervisor restarts it. */
  KILL_PROXY("kill-proxy", "a proxy was killed", "ready again"),
  /** Kills a load worker; its window is measured again when the load is back. */
  DROP_WORKER("drop-worker", "a load worker was dropped", "sending again"),
  /** Gives the proxies new certificates of the same authority. */
  ROTATE_CERTIFICATES("rotate-certificates", "certificates were replaced", "in use"),
  /** Gives the proxies of the services another policy. */
  PUSH_POLICY("push-policy", "a policy was pushed", "in force"),
  /** Stops the control plane of the mesh for a third of a window. */
  PAUSE_CONTROL_PLANE("pause-control-plane", "the control plane was paused", "at work again");

  private final String key;
  private final String description;
  private final String done;

  SoakAct(String key, String description, String done) {
    this.key = key;
    this.description = description;
    this.done = done;
  }

  /** Whether it kills a process; otherwise the mesh must support it. */
  public boolean kills() {
    return this == KILL_SERVICE || this == KILL_PROXY || this == DROP_WORKER;
  }

  /** The state that marks completion. */
  public String done() {
    return done;
  }

  /** Name of the property with the number of injections. */
  public String key() {
    return key;
  }

  /** A description of the action. */
  public String describe() {
    return description;
  }

  /** The action of that name. */
  public static Optional<SoakAct> named(String key) {
    return Arrays.stream(values()).filter(act -> act.key.equals(key)).findFirst();
  }
}
