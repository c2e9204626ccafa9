package io.meshgauge.platform.kubernetes.application;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.platform.kubernetes.pods.PodFacts;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An application's own objects with what a mesh adds to each workload, to each service, and to the
 * namespace.
 *
 * <p>The additions are a kustomization. A {@code PodTemplate} in it has the labels and annotations
 * of every workload's pods; an object called {@value #EACH} is made for every service; all others
 * are applied as they are.
 *
 * @param manifests of the application
 * @param additions folder of the mesh
 */
public record Composition(UserManifests manifests, Path additions) {
  private static final String EACH = "SERVICE";
  private static final String CALLER = "CALLER";
  private static final String TEMPLATE = "PodTemplate";

  /** All objects under the mesh. */
  public List<ObjectNode> of(Topology topology) {
    List<ObjectNode> own = manifests.copies();
    List<ObjectNode> rendered = Kustomization.render(additions);
    JsonNode pods = metadata(rendered);
    Set<String> unmeshed = unmeshed(pods);
    List<ObjectNode> all = new ArrayList<>();
    for (ObjectNode object : rendered) {
      if (Manifest.kind(object).equals(TEMPLATE)) {
        continue;
      }
      if (Manifest.name(object).equals(EACH)) {
        topology.members().stream()
            .map(Service::name)
            .filter(service -> !unmeshed.contains(service) && !topology.to(service).isEmpty())
            .map(service -> forService(object, service, callers(service, topology)))
            .forEach(all::add);
      } else {
        all.add(object);
      }
    }
    Hop first = topology.from(Topology.LOAD).get(0);
    enter(all, new Address(first.server(), topology.port(first)));
    for (ObjectNode object : own) {
      if (Workload.is(object)) {
        enrol(object, pods);
      }
      all.add(object);
    }
    return all;
  }

  /** What the harness has to know of the pods that it did not describe itself. */
  public PodFacts facts(Topology topology) {
    Map<String, List<String>> containers = new TreeMap<>();
    manifests.workloads().forEach(it -> containers.put(it.name(), it.containers()));
    return new PodFacts(
        manifests.ports(topology.members()),
        containers,
        unmeshed(metadata(Kustomization.render(additions))));
  }

  private static JsonNode metadata(List<ObjectNode> rendered) {
    return rendered.stream()
        .filter(it -> Manifest.kind(it).equals(TEMPLATE))
        .map(it -> it.at("/template/metadata"))
        .findFirst()
        .orElseGet(() -> rendered.get(0).path(TEMPLATE));
  }

  /** The workloads whose manifests keep the mesh away. */
  private Set<String> unmeshed(JsonNode pods) {
    Set<String> names = new TreeSet<>();
    manifests.workloads().filter(it -> it.refuses(pods)).forEach(it -> names.add(it.name()));
    return names;
  }

  private static void enrol(ObjectNode object, JsonNode pods) {
    Workload workload = new Workload(object);
    Manifest.labelPods(object, Map.of(ClusterDesign.SERVICE_LABEL, workload.name()));
    if (workload.refuses(pods)) {
      return;
    }
    for (String part : List.of("labels", "annotations")) {
      ObjectNode target = object.withObject("/spec/template/metadata/" + part);
      pods.path(part).properties().forEach(it -> target.set(it.getKey(), it.getValue()));
    }
  }

  /** Sets the address that the load calls. */
  public static void enter(List<ObjectNode> objects, Address entry) {
    objects.stream()
        .filter(it -> Manifest.title(it).equals("ConfigMap addresses"))
        .forEach(
            it ->
                it.withObjectProperty("data")
                    .put("ENTRY_HOST", entry.host())
                    .put("ENTRY_PORT", Integer.toString(entry.port())));
  }

  /** Service accounts of the workloads that call a service. */
  private List<String> callers(String service, Topology topology) {
    return topology.to(service).stream()
        .map(Hop::client)
        .map(client -> manifests.workload(client).map(Workload::account).orElse(client))
        .distinct()
        .toList();
  }

  private static ObjectNode forService(ObjectNode each, String service, List<String> callers) {
    ObjectNode made = each.deepCopy();
    fill(made, service, callers);
    return made;
  }

  private static void fill(JsonNode node, String service, List<String> callers) {
    if (node instanceof ObjectNode object) {
      List.copyOf(object.properties())
          .forEach(
              it -> {
                if (it.getValue().isTextual()) {
                  object.put(it.getKey(), it.getValue().asText().replace(EACH, service));
                } else {
                  fill(it.getValue(), service, callers);
                }
              });
    } else if (node instanceof ArrayNode list) {
      ArrayNode before = list.deepCopy();
      list.removeAll();
      for (JsonNode element : before) {
        if (element.isTextual() && element.asText().contains(CALLER)) {
          callers.forEach(caller -> list.add(element.asText().replace(CALLER, caller)));
        } else if (element.isTextual()) {
          list.add(element.asText().replace(EACH, service));
        } else {
          fill(element, service, callers);
          list.add(element);
        }
      }
    }
  }
}
