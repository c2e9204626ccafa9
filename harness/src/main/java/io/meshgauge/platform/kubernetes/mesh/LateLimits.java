package io.meshgauge.platform.kubernetes.mesh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.api.Applied;
import io.meshgauge.platform.kubernetes.api.GenericObjects;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import java.time.Duration;
import java.util.List;

/**
 * Limits that are objects of a mesh and are applied after the warm-up, because refused requests
 * would not warm the services. Waits until the mesh has accepted each of them.
 */
public final class LateLimits {
  private static final Wait ACCEPTANCE_WAIT =
      new Wait(Duration.ofSeconds(30), Duration.ofMillis(250));

  /** Time to reach the proxies, which no status reports. */
  private static final Duration PROPAGATION_TIME = Duration.ofSeconds(1);

  private final KubernetesClient client;
  private final String namespace;
  private final Wait accepted;
  private final Duration propagation;

  public LateLimits(KubernetesClient client, String namespace) {
    this(client, namespace, ACCEPTANCE_WAIT, PROPAGATION_TIME);
  }

  LateLimits(KubernetesClient client, String namespace, Wait accepted, Duration propagation) {
    this.client = client;
    this.namespace = namespace;
    this.accepted = accepted;
    this.propagation = propagation;
  }

  /**
   * Applies the limits and waits until they are accepted.
   *
   * @param applied deletes them at the end
   * @throws PlatformException naming a limit that the mesh does not accept, with its condition
   */
  public void enforce(Applied applied, List<String> texts) {
    if (texts.isEmpty()) {
      return;
    }
    List<ObjectNode> objects = texts.stream().map(Kustomization::object).toList();
    applied.apply(objects);
    objects.forEach(this::await);
    try {
      Thread.sleep(propagation.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while waiting for limits to take effect", e);
    }
  }

  private void await(ObjectNode object) {
    accepted.untilTrue(
        () -> condition(object).path("status").asText().equals("True"),
        () ->
            "%s is not in effect after %d s: expected its condition Accepted to be True; it is %s. Is the mesh's control plane ready, and of a version that supports %s?"
                .formatted(
                    Manifest.title(object),
                    accepted.limit().toSeconds(),
                    condition(object),
                    Manifest.kind(object)));
  }

  private JsonNode condition(ObjectNode object) {
    return GenericObjects.condition(
        ApiServer.ask(
            Manifest.title(object),
            () ->
                new GenericObjects(client)
                    .find(
                        object.path("apiVersion").asText(),
                        Manifest.kind(object),
                        namespace,
                        Manifest.name(object))),
        "Accepted");
  }
}
