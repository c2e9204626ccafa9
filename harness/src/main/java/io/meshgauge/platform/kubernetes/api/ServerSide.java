package io.meshgauge.platform.kubernetes.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.manifest.Manifest;

/** Applies objects of a namespace by server-side apply under one field manager. */
public record ServerSide(KubernetesClient client, Owner owner, String namespace) {
  private static final int MAX_ATTEMPTS = 3;

  /**
   * Applies an object with the owner's labels. What is not answered is requested again, as a node
   * that starts many programs may be busy for longer than a request waits; to apply an object twice
   * changes nothing.
   *
   * @throws PlatformException naming the object and the reason if the API server refuses it
   */
  public void apply(ObjectNode object) {
    Manifest.label(object, owner.labels());
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
        boolean again = ApiServer.conflicts(e) || ApiServer.timedOut(e);
        if (!again || attempt == MAX_ATTEMPTS) {
          throw ApiServer.failure(
              "%s could not be applied in %s".formatted(Manifest.title(object), namespace), e);
        }
      }
    }
  }

  /** Deletes an object; its dependents are deleted in the background. */
  void delete(ObjectNode object) {
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
}
