package io.meshgauge.platform.kubernetes.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Replicas of a service: one Deployment each, so that one of them can be slowed down. The manifests
 * contain the first; the others are copies of it.
 */
final class Replicas {
  /** Label by which meshes know versions of a service. */
  private static final String VERSION = "version";

  private static final String THINK_TIME = "think-time";

  private Replicas() {}

  /** Adds the Deployments of further replicas to the objects. */
  static List<ObjectNode> of(List<ObjectNode> objects, Topology topology, ClusterDesign design) {
    List<ObjectNode> all = new ArrayList<>();
    for (ObjectNode object : objects) {
      String name = Manifest.name(object);
      if (Manifest.kind(object).equals("Deployment") && topology.services().contains(name)) {
        topology
            .replicas(name)
            .forEach(replica -> all.add(like(object, replica, topology, design)));
      } else {
        all.add(object);
      }
    }
    return all;
  }

  private static ObjectNode like(
      ObjectNode first, Replica replica, Topology topology, ClusterDesign design) {
    ObjectNode deployment = first.deepCopy();
    if (replica.number() > 1) {
      String number = Integer.toString(replica.number());
      deployment.withObjectProperty("metadata").put("name", replica.name());
      deployment.withObject("/spec/selector/matchLabels").put(Labels.REPLICA, number);
      Manifest.label(deployment, Map.of(Labels.REPLICA, number));
    }
    if (topology.canary().filter(replica.service()::equals).isPresent()) {
      Manifest.labelPods(deployment, Map.of(VERSION, "v" + replica.number()));
    }
    design.slowed(replica, topology).ifPresent(more -> slow(deployment, replica.service(), more));
    return deployment;
  }

  /** A variable of the container overrides that of the ConfigMap, which all replicas share. */
  private static void slow(ObjectNode deployment, String container, Duration more) {
    Manifest.containers(deployment)
        .filter(it -> it.path("name").asText().equals(container))
        .forEach(
            it ->
                it.withArrayProperty("env")
                    .addObject()
                    .put("name", Manifests.variable(THINK_TIME))
                    .put("value", more.toMillis() + "ms"));
  }
}
