package io.meshgauge.platform.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Limits that are objects of a mesh and come when a warm-up has ended: what they would have refused
 * warms nothing. Nothing is measured before the mesh has said of each that it takes it.
 */
final class LateLimits {
  private static final Wait ACCEPTED = new Wait(Duration.ofSeconds(30), Duration.ofMillis(250));

  /** Nothing reports the way from the control plane to the proxies. */
  private static final Duration ON_THEIR_WAY = Duration.ofSeconds(1);

  private final KubernetesClient client;
  private final String namespace;
  private final Wait accepted;
  private final Duration onTheirWay;

  LateLimits(KubernetesClient client, String namespace) {
    this(client, namespace, ACCEPTED, ON_THEIR_WAY);
  }

  LateLimits(KubernetesClient client, String namespace, Wait accepted, Duration onTheirWay) {
    this.client = client;
    this.namespace = namespace;
    this.accepted = accepted;
    this.onTheirWay = onTheirWay;
  }

  /**
   * Applies them, and waits until they are taken.
   *
   * @param applied takes them away again in the end
   * @throws PlatformException naming the one that the mesh does not take, and what it says of it
   */
  void enforce(Applied applied, List<String> texts) {
    if (texts.isEmpty()) {
      return;
    }
    List<ObjectNode> objects = texts.stream().map(Kustomization::object).toList();
    applied.apply(objects);
    objects.forEach(this::await);
    try {
      Thread.sleep(onTheirWay.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while limits came into force", e);
    }
  }

  private void await(ObjectNode object) {
    accepted.untilTrue(
        () -> "True".equals(condition(object).get("status")),
        () ->
            "%s is not in force after %d s: expected its condition Accepted to be True; it says %s. Is the mesh's control plane at work, and of a version that knows %s?"
                .formatted(
                    Manifest.words(object),
                    accepted.limit().toSeconds(),
                    condition(object),
                    Manifest.kind(object)));
  }

  private Map<?, ?> condition(ObjectNode object) {
    GenericKubernetesResource found =
        ApiServer.ask(
            Manifest.words(object),
            () ->
                client
                    .genericKubernetesResources(
                        object.path("apiVersion").asText(), Manifest.kind(object))
                    .inNamespace(namespace)
                    .withName(Manifest.name(object))
                    .get());
    Object status = found == null ? null : found.getAdditionalProperties().get("status");
    Object all = status instanceof Map<?, ?> map ? map.get("conditions") : null;
    return all instanceof List<?> list
        ? list.stream()
            .filter(Map.class::isInstance)
            .map(it -> (Map<?, ?>) it)
            .filter(it -> "Accepted".equals(it.get("type")))
            .findFirst()
            .orElse(Map.of())
        : Map.of();
  }
}
