package io.meshgauge.platform.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.Wait;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * Objects that were applied under the one field manager of the harness, and are taken away again in
 * the reverse order.
 */
final class Applied implements AutoCloseable {
  private static final Wait GONE = new Wait(Duration.ofSeconds(60), Duration.ofMillis(250));

  private final KubernetesClient client;
  private final Owner owner;
  private final String namespace;
  private final ServerSide server;
  private final Teardown teardown = new Teardown();

  Applied(KubernetesClient client, Owner owner, String namespace) {
    this.client = client;
    this.owner = owner;
    this.namespace = namespace;
    this.server = new ServerSide(client, owner, namespace);
  }

  /**
   * Applies objects, those first that others refer to.
   *
   * @throws PlatformException naming the object that the API server refused, and why
   */
  void apply(List<ObjectNode> objects) {
    objects.stream()
        .sorted(Comparator.comparingInt(Manifest::rank))
        .forEach(
            object -> {
              teardown.add("delete " + Manifest.words(object), () -> server.delete(object));
              server.apply(object);
            });
  }

  /**
   * Deletes everything, the latest first, going on past failures, and waits until the pods are
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
    GONE.untilTrue(
        () -> pods().isEmpty(),
        () ->
            "pods are still there %d s after they were deleted: %s"
                .formatted(
                    GONE.limit().toSeconds(),
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
                .withLabel(KubernetesDeployment.TRIAL)
                .list()
                .getItems());
  }
}
