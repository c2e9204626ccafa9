package io.meshgauge.platform.kubernetes.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.topology.design.ClusterDesign;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Functions on one object to be applied. */
public final class Manifest {
  /** Kinds in the order of application: objects that others refer to come first. */
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

  /** The object's name; empty if it has none. */
  public static String name(JsonNode object) {
    return object.path("metadata").path("name").asText("");
  }

  /** The object's kind. */
  public static String kind(JsonNode object) {
    return object.path("kind").asText("");
  }

  /** The object's kind and name, for messages. */
  public static String title(JsonNode object) {
    return kind(object) + " " + name(object);
  }

  /** Whether it belongs to a load balancer, which starts after its servers have addresses. */
  public static boolean isFront(JsonNode object) {
    return object
        .path("metadata")
        .path("labels")
        .path("app.kubernetes.io/component")
        .asText("")
        .equals("balancer");
  }

  /** Its position in the order of application; unknown kinds come before workloads. */
  public static int rank(JsonNode object) {
    int known = ORDER.indexOf(kind(object));
    return known < 0 ? ORDER.indexOf("Service") : known;
  }

  /** Labels an object and its pods. */
  public static void label(ObjectNode object, Map<String, String> labels) {
    put(object.withObjectProperty("metadata").withObjectProperty("labels"), labels);
    JsonNode template = object.path("spec").path("template");
    if (template instanceof ObjectNode pods) {
      put(pods.withObjectProperty("metadata").withObjectProperty("labels"), labels);
    }
  }

  /** Labels the pods of an object, but not the object. */
  public static void labelPods(ObjectNode object, Map<String, String> labels) {
    put(object.withObject("/spec/template/metadata/labels"), labels);
  }

  /** The service whose pods an object makes; empty if it makes none, or others. */
  public static String service(ObjectNode object) {
    JsonNode labels = object.at("/spec/template/metadata/labels");
    String named = labels.path(ClusterDesign.SERVICE_LABEL).asText("");
    return named.isEmpty() ? labels.path(Labels.APP).asText("") : named;
  }

  /** The containers of an object's pods, including init containers. */
  public static Stream<ObjectNode> containers(ObjectNode object) {
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
