package io.meshgauge.platform.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.platform.kubernetes.application.AttachedApplication;
import io.meshgauge.platform.kubernetes.cluster.ClusterFacts;
import io.meshgauge.platform.kubernetes.cluster.ExperimentNamespace;
import io.meshgauge.platform.kubernetes.instrument.ObserverPods;
import io.meshgauge.platform.kubernetes.objects.Manifests;
import io.meshgauge.platform.kubernetes.objects.NodeSpreading;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.Optional;

/**
 * Shared by all deployments of a session.
 *
 * @param manifests the folder {@code k8s}
 * @param workers load workers of every deployment
 * @param observers the observer pods
 * @param attached the application, if it runs already
 */
record KubernetesSession(
    KubernetesClient client,
    Owner owner,
    ExperimentNamespace namespace,
    Manifests manifests,
    int workers,
    ObserverPods observers,
    Optional<AttachedApplication> attached) {

  /**
   * The same session in another namespace: deployments that exist at the same time have one each.
   */
  KubernetesSession in(ExperimentNamespace other) {
    return new KubernetesSession(client, owner, other, manifests, workers, observers, attached);
  }

  /** Binds workloads to nodes, in the same way in every arm of the session. */
  void place(Topology topology, List<ObjectNode> objects) {
    NodeSpreading.of(topology, new ClusterFacts(client).nodes()).place(objects);
  }
}
