package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.topology.ControlPlane;
import io.meshgauge.topology.ControlPlane.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Keeps a control plane from work: its pods are deleted as soon as they run, for as long as it
 * takes.
 *
 * <p>Its deployments are not changed. Scaled to nothing, they would stay so where the harness dies
 * in the middle; deleted pods are replaced by their controller, even if the harness dies.
 * Components that run on every node are left alone: where a mesh has such, they carry traffic.
 */
final class PausedControlPlane {
  /** A new pod runs and is ready at once where its image is there: it must not stay so. */
  private static final Duration EVERY = Duration.ofMillis(100);

  private static final Wait BACK = new Wait(Duration.ofSeconds(120), Duration.ofMillis(250));

  private final KubernetesClient client;
  private final ControlPlane mesh;

  PausedControlPlane(KubernetesClient client, ControlPlane mesh) {
    this.client = client;
    this.mesh = mesh;
  }

  /**
   * Keeps it from work, and waits until all of it works again.
   *
   * @throws PlatformException when there is nothing of it, its pods may not be deleted, or it does
   *     not come back
   */
  void lasting(Duration length) {
    List<Deployment> deployments = deployments();
    if (deployments.isEmpty()) {
      throw new PlatformException(
          "%s cannot be paused: none of its deployments is on the cluster; expected %s"
              .formatted(mesh.title(), mesh.components()));
    }
    try {
      long end = System.nanoTime() + length.toNanos();
      do {
        deployments.forEach(this::deletePods);
        Thread.sleep(EVERY.toMillis());
      } while (System.nanoTime() < end);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while %s was paused".formatted(mesh.title()), e);
    } catch (KubernetesClientException e) {
      throw new PlatformException(
          "%s cannot be paused: %s; expected to be let delete its pods"
              .formatted(mesh.title(), ApiServer.reason(e)),
          e);
    }
    BACK.untilTrue(
        () -> deployments().stream().allMatch(PausedControlPlane::works),
        () ->
            "%s was paused and is not at work again: %s"
                .formatted(
                    mesh.title(),
                    deployments().stream()
                        .filter(it -> !works(it))
                        .map(it -> it.getMetadata().getName())
                        .collect(Collectors.joining(", "))));
  }

  private List<Deployment> deployments() {
    return mesh.components().stream()
        .filter(it -> it.kind() == Kind.DEPLOYMENT)
        .flatMap(it -> ControlPlanes.labelled(client.apps().deployments(), it))
        .toList();
  }

  private void deletePods(Deployment deployment) {
    List<Pod> pods =
        client
            .pods()
            .inNamespace(deployment.getMetadata().getNamespace())
            .withLabelSelector(deployment.getSpec().getSelector())
            .list()
            .getItems();
    for (Pod pod : pods) {
      boolean ending = pod.getMetadata().getDeletionTimestamp() != null;
      // One that does not run yet does no work, and would be replaced by one that runs as soon.
      if (!ending && "Running".equals(pod.getStatus().getPhase())) {
        client.resource(pod).withGracePeriod(0).delete();
      }
    }
  }

  private static boolean works(Deployment it) {
    int wanted = Objects.requireNonNullElse(it.getSpec().getReplicas(), 1);
    return it.getStatus() != null
        && Objects.requireNonNullElse(it.getStatus().getReadyReplicas(), 0) >= wanted
        && Objects.requireNonNullElse(it.getStatus().getUpdatedReplicas(), 0) >= wanted;
  }
}
