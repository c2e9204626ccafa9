package io.meshgauge.platform.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.platform.Pause;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Teardown;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * Objects that were applied under the one field manager of the harness, and are taken away again in
 * the reverse order.
 */
final class Applied implements AutoCloseable {
  private static final Duration GONE = Duration.ofSeconds(60);
  private static final long LOOK_MILLIS = 250;
  private static final int CONFLICT = 409;
  private static final int ATTEMPTS = 3;

  private final KubernetesClient client;
  private final Owner owner;
  private final String namespace;
  private final Teardown teardown = new Teardown();

  Applied(KubernetesClient client, Owner owner, String namespace) {
    this.client = client;
    this.owner = owner;
    this.namespace = namespace;
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
              Manifest.label(object, owner.labels());
              teardown.add("delete " + words(object), () -> delete(object));
              apply(object);
            });
  }

  private void apply(ObjectNode object) {
    for (int attempt = 1; ; attempt++) {
      try {
        client
            .resource(typed(object))
            .inNamespace(namespace)
            .fieldManager(Owner.NAME)
            .forceConflicts()
            .serverSideApply();
        return;
      } catch (KubernetesClientException e) {
        if (e.getCode() != CONFLICT || attempt == ATTEMPTS) {
          throw ApiServer.failure(
              "%s could not be applied in %s".formatted(words(object), namespace), e);
        }
      }
    }
  }

  private void delete(ObjectNode object) {
    client
        .resource(typed(object))
        .inNamespace(namespace)
        .withPropagationPolicy(DeletionPropagation.BACKGROUND)
        .delete();
  }

  private HasMetadata typed(ObjectNode object) {
    HasMetadata typed =
        client.getKubernetesSerialization().convertValue(object, GenericKubernetesResource.class);
    typed.getMetadata().setNamespace(namespace);
    return typed;
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
    Instant latest = Instant.now().plus(GONE);
    for (List<Pod> left = pods(); !left.isEmpty(); left = pods()) {
      if (Instant.now().isAfter(latest)) {
        throw new PlatformException(
            "pods are still there %d s after they were deleted: %s"
                .formatted(
                    GONE.toSeconds(),
                    left.stream().map(it -> it.getMetadata().getName()).toList()));
      }
      Pause.millis(LOOK_MILLIS, "waiting for pods to end");
    }
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

  private static String words(ObjectNode object) {
    return Manifest.kind(object) + " " + Manifest.name(object);
  }
}
