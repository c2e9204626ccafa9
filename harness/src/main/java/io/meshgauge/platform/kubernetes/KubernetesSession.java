package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.platform.kubernetes.application.AttachedApplication;
import io.meshgauge.platform.kubernetes.cluster.ClusterFacts;
import io.meshgauge.platform.kubernetes.cluster.ExperimentNamespace;
import io.meshgauge.platform.kubernetes.instrument.ObserverPods;
import io.meshgauge.platform.kubernetes.objects.Manifests;
import io.meshgauge.platform.kubernetes.objects.NodeAssignment;
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

  /** The nodes of an arm's workloads, the same in every arm that requests the same. */
  NodeAssignment assignment(Order order) {
    return NodeAssignment.of(
        order.topology(),
        ApiServer.ask("the nodes", new ClusterFacts(client)::nodes),
        order.placement(),
        workers);
  }
}
