package io.meshgauge.platform.kubernetes.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/** Reads objects of kinds that the client library has no types for, as JSON. */
public record GenericObjects(KubernetesClient client) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The object of a name; a node of null if it is absent.
   *
   * @param version API version with its group
   * @param namespace empty for a cluster-scoped kind
   */
  public JsonNode find(String version, String kind, String namespace, String name) {
    return find(client.genericKubernetesResources(version, kind), namespace, name);
  }

  /** As {@link #find(String, String, String, String)}, without asking for the kind's definition. */
  public JsonNode find(ResourceDefinitionContext kind, String namespace, String name) {
    return find(client.genericKubernetesResources(kind), namespace, name);
  }

  private static JsonNode find(
      MixedOperation<
              GenericKubernetesResource,
              GenericKubernetesResourceList,
              Resource<GenericKubernetesResource>>
          all,
      String namespace,
      String name) {
    return JSON.valueToTree(
        (namespace.isEmpty() ? all.withName(name) : all.inNamespace(namespace).withName(name))
            .get());
  }

  /** The condition of a type in the status of an object; an empty node if it has none. */
  public static JsonNode condition(JsonNode object, String type) {
    for (JsonNode condition : object.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition;
      }
    }
    return JSON.createObjectNode();
  }
}
