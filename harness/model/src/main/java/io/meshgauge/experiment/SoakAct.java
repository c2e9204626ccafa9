package io.meshgauge.experiment;

import io.meshgauge.text.Messages;

/** A fault or change injected during a soak; each is a property of the plan. */
public enum SoakAct {
  /** Kills a service; its supervisor restarts it. */
  KILL_SERVICE("kill-service"),
  /** Kills a proxy; its supervisor restarts it. */
  KILL_PROXY("kill-proxy"),
  /** Kills a load worker; its window is measured again when the load is back. */
  DROP_WORKER("drop-worker"),
  /** Gives the proxies new certificates of the same authority. */
  ROTATE_CERTIFICATES("rotate-certificates"),
  /** Gives the proxies of the services another policy. */
  PUSH_POLICY("push-policy"),
  /** Stops the control plane of the mesh for a third of a window. */
  PAUSE_CONTROL_PLANE("pause-control-plane");

  private final String key;

  SoakAct(String key) {
    this.key = key;
  }

  /** Whether it kills a process; otherwise the mesh must support it. */
  public boolean kills() {
    return this == KILL_SERVICE || this == KILL_PROXY || this == DROP_WORKER;
  }

  /** The state that marks completion. */
  public String done() {
    return Messages.of("experiment.act-done", this);
  }

  /** Name of the property with the number of injections. */
  public String key() {
    return key;
  }

  /** A description of the action. */
  public String describe() {
    return Messages.of("experiment.act", this);
  }
}
