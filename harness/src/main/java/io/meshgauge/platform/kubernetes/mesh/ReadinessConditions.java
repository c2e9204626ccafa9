package io.meshgauge.platform.kubernetes.mesh;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.api.GenericObjects;
import io.meshgauge.topology.design.ControlPlane.Subject;
import io.meshgauge.topology.design.ControlPlane.Witness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Waits until a mesh confirms, on custom objects, that it carries the traffic of all pods and
 * nodes.
 *
 * @param namespace of the pods
 * @param all the required conditions
 */
public record ReadinessConditions(KubernetesClient client, String namespace, List<Witness> all) {
  private static final Wait CONDITION_WAIT =
      new Wait(Duration.ofSeconds(60), Duration.ofMillis(500));

  public ReadinessConditions {
    all = List.copyOf(all);
  }

  /**
   * Waits for all conditions.
   *
   * @throws PlatformException naming a pod or node without its condition, and the value found
   */
  public void await(List<Pod> pods) {
    await(pods, CONDITION_WAIT);
  }

  void await(List<Pod> pods, Wait wait) {
    if (all.isEmpty() || pods.isEmpty()) {
      return;
    }
    wait.untilTrue(
        () -> ApiServer.ask("conditions of pods and nodes", () -> unmet(pods)).isEmpty(),
        () ->
            "traffic of some pods or nodes is not carried after %d s: %s; is the agent of that node ready? Run: meshgauge doctor"
                .formatted(wait.limit().toSeconds(), unmet(pods).map(Object::toString).orElse("")));
  }

  /** Describes the first condition that is not met. */
  private Optional<String> unmet(List<Pod> pods) {
    for (Witness witness : all) {
      for (String name : names(witness.subject(), pods)) {
        JsonNode found = object(witness, name).at(witness.pointer());
        if (!says(witness, found)) {
          return Optional.of(
              "%s %s has %s at %s; expected %s, which means for a %s that %s"
                  .formatted(
                      witness.kind(),
                      name,
                      found.isMissingNode() ? "nothing" : "'" + found.asText() + "'",
                      witness.pointer(),
                      witness.value().isEmpty() ? "any value" : "'" + witness.value() + "'",
                      witness.subject().words(),
                      witness.words()));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean says(Witness witness, JsonNode found) {
    String text = found.asText("");
    return witness.value().isEmpty()
        ? !text.isEmpty() && !text.equals("0")
        : text.equals(witness.value());
  }

  private static List<String> names(Subject subject, List<Pod> pods) {
    List<String> names = new ArrayList<>();
    for (Pod pod : pods) {
      names.add(
          switch (subject) {
            case POD -> pod.getMetadata().getName();
            case NODE -> pod.getSpec().getNodeName();
          });
    }
    return names.stream().distinct().sorted().toList();
  }

  private JsonNode object(Witness witness, String name) {
    boolean namespaced = witness.subject() == Subject.POD;
    ResourceDefinitionContext context =
        new ResourceDefinitionContext.Builder()
            .withGroup(witness.resource().group())
            .withVersion(witness.resource().version())
            .withPlural(witness.resource().plural())
            .withKind(witness.kind())
            .withNamespaced(namespaced)
            .build();
    return new GenericObjects(client).find(context, namespaced ? namespace : "", name);
  }
}
