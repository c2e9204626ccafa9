package io.meshgauge.platform.kubernetes.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Applies objects under the field manager of the harness and deletes them in reverse order. */
public final class Applied implements AutoCloseable {
  private static final Wait DELETION_WAIT =
      new Wait(Duration.ofSeconds(60), Duration.ofMillis(250));

  private final KubernetesClient client;
  private final Owner owner;
  private final String namespace;
  private final ServerSide server;
  private final Teardown teardown = new Teardown();
  private final Set<String> deletions = new HashSet<>();

  public Applied(KubernetesClient client, Owner owner, String namespace) {
    this.client = client;
    this.owner = owner;
    this.namespace = namespace;
    this.server = new ServerSide(client, owner, namespace);
  }

  /**
   * Applies objects; those that others refer to come first.
   *
   * @throws PlatformException naming the object that the API server refused, and why
   */
  public void apply(List<ObjectNode> objects) {
    objects.stream()
        .sorted(Comparator.comparingInt(Manifest::rank))
        .forEach(
            object -> {
              String deletion = "delete " + Manifest.title(object);
              if (deletions.add(deletion)) {
                teardown.add(deletion, () -> server.delete(object));
              }
              server.apply(object);
            });
  }

  /** Deletes objects that were applied, and may be applied again. */
  public void delete(List<ObjectNode> objects) {
    objects.forEach(
        object ->
            ApiServer.ask(
                Manifest.title(object),
                () -> {
                  server.delete(object);
                  return object;
                }));
  }

  /**
   * Deletes all objects, the latest first, continues after failures, and waits until the pods are
   * gone.
   */
  @Override
  public void close() {
    try {
      teardown.close();
    } finally {
      awaitNoPods();
    }
  }

  private void awaitNoPods() {
    DELETION_WAIT.untilTrue(
        () -> pods().isEmpty(),
        () ->
            "pods still exist %d s after they were deleted: %s"
                .formatted(
                    DELETION_WAIT.limit().toSeconds(),
                    pods().stream().map(it -> it.getMetadata().getName()).toList()));
  }

  private List<Pod> pods() {
    return ApiServer.ask(
        "the pods of " + namespace,
        () ->
            client
                .pods()
                .inNamespace(namespace)
                .withLabels(owner.labels())
                .withLabel(Labels.TRIAL)
                .list()
                .getItems());
  }
}
