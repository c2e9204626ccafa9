package io.meshgauge.platform.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.topology.ControlPlane.Subject;
import io.meshgauge.topology.ControlPlane.Witness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The wait until a mesh says of all pods, and of their nodes, that it carries their traffic.
 *
 * @param namespace of the pods
 * @param all what must be said
 */
record ReadinessConditions(KubernetesClient client, String namespace, List<Witness> all) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Wait SAID = new Wait(Duration.ofSeconds(60), Duration.ofMillis(500));

  ReadinessConditions {
    all = List.copyOf(all);
  }

  /**
   * Waits.
   *
   * @throws PlatformException naming of whom it is not said, and what is said instead
   */
  void await(List<Pod> pods) {
    await(pods, SAID);
  }

  void await(List<Pod> pods, Wait wait) {
    if (all.isEmpty() || pods.isEmpty()) {
      return;
    }
    wait.untilTrue(
        () -> ApiServer.ask("what is said of pods and nodes", () -> silent(pods)).isEmpty(),
        () ->
            "after %d s it is not said of every pod and node that its traffic is carried: %s; is the agent of that node at work? `meshgauge doctor` looks at it"
                .formatted(
                    wait.limit().toSeconds(), silent(pods).map(Object::toString).orElse("")));
  }

  /** The first of whom it is not said, in words. */
  private Optional<String> silent(List<Pod> pods) {
    for (Witness witness : all) {
      for (String name : names(witness.subject(), pods)) {
        JsonNode found = JSON.valueToTree(object(witness, name)).at(witness.pointer());
        if (!says(witness, found)) {
          return Optional.of(
              "%s %s says %s at %s; expected %s, which means of a %s that %s"
                  .formatted(
                      witness.kind(),
                      name,
                      found.isMissingNode() ? "nothing" : "'" + found.asText() + "'",
                      witness.pointer(),
                      witness.value().isEmpty() ? "something" : "'" + witness.value() + "'",
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

  private @Nullable GenericKubernetesResource object(Witness witness, String name) {
    boolean namespaced = witness.subject() == Subject.POD;
    ResourceDefinitionContext context =
        new ResourceDefinitionContext.Builder()
            .withGroup(witness.resource().group())
            .withVersion(witness.resource().version())
            .withPlural(witness.resource().plural())
            .withKind(witness.kind())
            .withNamespaced(namespaced)
            .build();
    var objects = client.genericKubernetesResources(context);
    return namespaced
        ? objects.inNamespace(namespace).withName(name).get()
        : objects.withName(name).get();
  }
}
