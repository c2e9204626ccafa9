package io.meshgauge.platform.kubernetes.objects;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * Adapts the manifests of an application for load that calls some of them directly: removes the
 * services that the load replaces, and sets the allowed callers from the topology.
 */
final class DirectCalls {
  private DirectCalls() {}

  /** Adapts the objects of an overlay to a topology. */
  static List<ObjectNode> of(List<ObjectNode> overlay, Topology topology) {
    List<ObjectNode> objects = new ArrayList<>();
    for (ObjectNode object : overlay) {
      String workload = object.at("/metadata/labels/app").asText();
      if (serves(object) && !topology.services().contains(workload)) {
        continue;
      }
      List<String> callers = topology.to(workload).stream().map(Hop::client).toList();
      if (!callers.isEmpty()) {
        admit(object, callers);
      }
      objects.add(object);
    }
    return objects;
  }

  /** Whether an object belongs to one of the services. */
  private static boolean serves(ObjectNode object) {
    String workload = object.at("/metadata/labels/app").asText();
    return !workload.isEmpty() && !workload.equals(Topology.LOAD);
  }

  private static void admit(ObjectNode object, List<String> callers) {
    switch (Manifest.kind(object)) {
      case "NetworkPolicy" -> {
        ArrayNode from = list(object, "/spec/ingress/0/from");
        for (String caller : callers) {
          from.addObject().withObject("/podSelector/matchLabels").put("app", caller);
        }
      }
      case "AuthorizationPolicy" -> {
        ArrayNode principals = list(object, "/spec/rules/0/from/0/source/principals");
        callers.forEach(caller -> principals.add("*/sa/" + caller));
      }
      default -> {}
    }
  }

  /** Clears and returns the list of callers. */
  private static ArrayNode list(ObjectNode object, String path) {
    if (!(object.at(path) instanceof ArrayNode found)) {
      throw new IllegalArgumentException(
          "%s has no %s; expected a list of allowed callers"
              .formatted(Manifest.title(object), path));
    }
    found.removeAll();
    return found;
  }
}
