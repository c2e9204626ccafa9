package io.meshgauge.platform.kubernetes.application;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A Deployment or StatefulSet of an application.
 *
 * @param object as in the manifests
 */
record Workload(ObjectNode object) {
  static final Set<String> KINDS = Set.of("Deployment", "StatefulSet");

  private static final String DEFAULT_ACCOUNT = "default";

  static boolean is(JsonNode object) {
    return KINDS.contains(Manifest.kind(object));
  }

  String name() {
    return Manifest.name(object);
  }

  /** The specification of its pods. */
  JsonNode pod() {
    return object.at("/spec/template/spec");
  }

  /** Labels of its pods. */
  JsonNode labels() {
    return object.at("/spec/template/metadata/labels");
  }

  /** Names of all containers of its pods, init containers included. */
  List<String> containers() {
    return Manifest.containers(object).map(it -> it.path("name").asText()).toList();
  }

  /** Name of the service account of its pods. */
  String account() {
    String named = pod().path("serviceAccountName").asText("");
    return named.isEmpty() ? DEFAULT_ACCOUNT : named;
  }

  /** Whether the mesh is kept away by a label or annotation of the pods that the mesh would set. */
  boolean refuses(JsonNode additions) {
    return Stream.of("labels", "annotations")
        .anyMatch(
            part ->
                additions.path(part).properties().stream()
                    .filter(it -> it.getValue().asText().equals("true"))
                    .anyMatch(it -> written(it.getKey()).equals("false")));
  }

  private String written(String key) {
    JsonNode metadata = object.at("/spec/template/metadata");
    return Stream.of("labels", "annotations")
        .map(part -> metadata.path(part).path(key).asText(""))
        .filter(it -> !it.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Port of its pods by the name of a container's port; 0 if there is none. */
  int port(String name) {
    return Manifest.containers(object)
        .flatMap(it -> stream(it.path("ports")))
        .filter(it -> it.path("name").asText().equals(name))
        .mapToInt(it -> it.path("containerPort").asInt())
        .findFirst()
        .orElse(0);
  }

  static Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
