package io.meshgauge.platform.kubernetes.mesh;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.ControlPlane.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Stops a control plane for a while by deleting its pods as soon as they run.
 *
 * <p>Its deployments are not scaled to zero, because they would stay so if the harness died;
 * deleted pods are recreated by their controller. Components that run on every node are not
 * touched, because they carry traffic.
 */
public final class PausedControlPlane {
  /** Short, because a new pod is ready at once if the node has its image. */
  private static final Duration DELETION_INTERVAL = Duration.ofMillis(100);

  private static final Wait RECOVERY_WAIT =
      new Wait(Duration.ofSeconds(120), Duration.ofMillis(250));

  private final KubernetesClient client;
  private final ControlPlane mesh;

  public PausedControlPlane(KubernetesClient client, ControlPlane mesh) {
    this.client = client;
    this.mesh = mesh;
  }

  /**
   * Stops it for that time, then waits until it is ready.
   *
   * @throws PlatformException if it is not installed, its pods may not be deleted, or it does not
   *     recover
   */
  public void lasting(Duration length) {
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
        Thread.sleep(DELETION_INTERVAL.toMillis());
      } while (System.nanoTime() < end);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while %s was paused".formatted(mesh.title()), e);
    } catch (KubernetesClientException e) {
      throw new PlatformException(
          "%s cannot be paused: %s; expected permission to delete its pods"
              .formatted(mesh.title(), ApiServer.reason(e)),
          e);
    }
    RECOVERY_WAIT.untilTrue(
        () -> deployments().stream().allMatch(PausedControlPlane::works),
        () ->
            "%s was paused and is not ready again: %s"
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
      // A pod that does not run yet does no work, and its replacement would run no later.
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
