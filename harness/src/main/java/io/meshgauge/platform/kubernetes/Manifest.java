package io.meshgauge.platform.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One object to be applied, and what every object of a run gets. */
final class Manifest {
  /** Kinds in the order they are applied: what others refer to comes first. */
  private static final List<String> ORDER =
      List.of(
          "Namespace",
          "ServiceAccount",
          "ConfigMap",
          "Secret",
          "NetworkPolicy",
          "CiliumNetworkPolicy",
          "PeerAuthentication",
          "RequestAuthentication",
          "AuthorizationPolicy",
          "DestinationRule",
          "Telemetry",
          "EnvoyFilter",
          "PodDisruptionBudget",
          "Service",
          "Deployment",
          "Job",
          "Pod");

  private Manifest() {}

  /** The object's name; empty when it has none. */
  static String name(JsonNode object) {
    return object.path("metadata").path("name").asText("");
  }

  /** The object's kind. */
  static String kind(JsonNode object) {
    return object.path("kind").asText("");
  }

  /** What the object is called in messages. */
  static String words(JsonNode object) {
    return kind(object) + " " + name(object);
  }

  /** Whether it belongs to a load balancer, and so comes when its servers have addresses. */
  static boolean isFront(JsonNode object) {
    return object
        .path("metadata")
        .path("labels")
        .path("app.kubernetes.io/component")
        .asText("")
        .equals("balancer");
  }

  /** Its rank in the order of application; unknown kinds come before workloads. */
  static int rank(JsonNode object) {
    int known = ORDER.indexOf(kind(object));
    return known < 0 ? ORDER.indexOf("Service") : known;
  }

  /** Labels an object, and the pods it makes. */
  static void label(ObjectNode object, Map<String, String> labels) {
    put(object.withObjectProperty("metadata").withObjectProperty("labels"), labels);
    JsonNode template = object.path("spec").path("template");
    if (template instanceof ObjectNode pods) {
      put(pods.withObjectProperty("metadata").withObjectProperty("labels"), labels);
    }
  }

  /** Labels the pods that an object makes, and not the object. */
  static void labelPods(ObjectNode object, Map<String, String> labels) {
    put(object.withObject("/spec/template/metadata/labels"), labels);
  }

  /** The containers of an object's pods, those that start first included. */
  static Stream<ObjectNode> containers(ObjectNode object) {
    JsonNode pod = kind(object).equals("Pod") ? object : object.path("spec").path("template");
    JsonNode spec = pod.path("spec");
    return Stream.of("initContainers", "containers")
        .flatMap(
            list ->
                Stream.iterate(0, i -> i + 1)
                    .limit(spec.path(list).size())
                    .map(i -> spec.path(list).get(i)))
        .filter(ObjectNode.class::isInstance)
        .map(ObjectNode.class::cast);
  }

  private static void put(ObjectNode node, Map<String, String> values) {
    values.forEach(node::put);
  }
}
