package io.meshgauge.platform.kubernetes.api;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;

/** A node whose kubelet does not answer. */
public final class SilentNode {
  private SilentNode() {}

  /** As the cluster describes it. */
  public static Node named(String name) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels(NodeState.HOST, name)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .withNewStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus("Unknown")
        .withMessage("Kubelet stopped posting node status.")
        .endCondition()
        .endStatus()
        .build();
  }
}
