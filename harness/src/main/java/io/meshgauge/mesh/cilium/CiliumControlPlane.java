package io.meshgauge.mesh.cilium;

import io.meshgauge.topology.ControlPlane;
import io.meshgauge.topology.ControlPlane.Component;
import io.meshgauge.topology.ControlPlane.Kind;
import java.util.List;

/** What of Cilium must be on a cluster, by the labels that its own installation gives. */
public final class CiliumControlPlane {
  /** The agents, and what makes them one network. */
  public static final ControlPlane CILIUM =
      new ControlPlane(
          "cilium",
          "Cilium",
          List.of(
              new Component(
                  Kind.DAEMON_SET, "k8s-app", "cilium", "carries the traffic of a node's pods"),
              new Component(
                  Kind.DEPLOYMENT, "io.cilium/app", "operator", "gives the nodes their addresses")),
          List.of(),
          List.of(),
          "cilium install");

  private CiliumControlPlane() {}
}
