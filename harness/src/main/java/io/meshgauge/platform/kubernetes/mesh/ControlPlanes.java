package io.meshgauge.platform.kubernetes.mesh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.api.GenericObjects;
import io.meshgauge.platform.kubernetes.pods.PodStatusText;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.design.ControlPlane.Component;
import io.meshgauge.topology.design.ControlPlane.Condition;
import io.meshgauge.topology.design.ControlPlane.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the meshes of the variants are installed completely, ready, and configured as
 * required. Runs once before any deployment, because pods of a mesh with a broken control plane
 * would only fail by timeout.
 */
public final class ControlPlanes {

  private final KubernetesClient client;

  public ControlPlanes(KubernetesClient client) {
    this.client = client;
  }

  /**
   * State of a mesh.
   *
   * @param installed whether any component exists
   * @param version from its image; empty if it is not installed
   * @param problems empty if variants can run
   */
  public record Standing(boolean installed, String version, List<Problem> problems) {
    public Standing {
      problems = List.copyOf(problems);
    }

    /** Not installed, or not visible. */
    static Standing absent(String found, String remedy) {
      return new Standing(false, "", List.of(new Problem(found, remedy)));
    }
  }

  /**
   * A problem of a mesh.
   *
   * @param found description
   * @param remedy what to do
   */
  public record Problem(String found, String remedy) {
    @Override
    public String toString() {
      return found + "; " + remedy;
    }
  }

  /** A workload as it was found. */
  private record Found(
      Component component,
      String namespace,
      String name,
      int wanted,
      int ready,
      String image,
      LabelSelector selector) {
    boolean works() {
      return switch (component.kind()) {
        case DEPLOYMENT -> ready > 0;
        // A node without it does not capture the traffic of its pods.
        case DAEMON_SET -> ready >= wanted && wanted > 0;
      };
    }
  }

  /** Examines a mesh. */
  public Standing of(ControlPlane mesh) {
    try {
      return examined(mesh);
    } catch (KubernetesClientException e) {
      return Standing.absent(
          "%s cannot be examined: %s".formatted(mesh.title(), ApiServer.reason(e)),
          "make the API server reachable");
    }
  }

  private Standing examined(ControlPlane mesh) {
    List<Found> found = new ArrayList<>();
    List<Component> absent = new ArrayList<>();
    for (Component component : mesh.components()) {
      List<Found> here = find(component);
      found.addAll(here);
      if (here.isEmpty()) {
        absent.add(component);
      }
    }
    if (found.isEmpty()) {
      return Standing.absent(
          "%s is not installed on the cluster: there is no %s"
              .formatted(mesh.title(), names(mesh.components())),
          "install it: " + mesh.install());
    }
    List<Problem> problems = new ArrayList<>();
    if (!absent.isEmpty()) {
      problems.add(
          new Problem(
              "%s is incomplete: there is no %s".formatted(mesh.title(), names(absent)),
              "install what is missing: " + mesh.install()));
    }
    found.stream().filter(it -> !it.works()).map(it -> idle(mesh, it)).forEach(problems::add);
    unknown(mesh.resources())
        .ifPresent(
            kinds ->
                problems.add(
                    new Problem(
                        "the API server does not know %s, which variants of %s use"
                            .formatted(kinds, mesh.title()),
                        "install their definitions: " + mesh.install())));
    mesh.conditions().stream().flatMap(it -> unmet(mesh, it).stream()).forEach(problems::add);
    return new Standing(true, version(found.get(0).image()), problems);
  }

  private static String names(List<Component> components) {
    return components.stream().map(Component::toString).collect(Collectors.joining("; nor a "));
  }

  private List<Found> find(Component component) {
    return switch (component.kind()) {
      case DEPLOYMENT ->
          labelled(client.apps().deployments(), component).map(it -> found(component, it)).toList();
      case DAEMON_SET ->
          client.apps().daemonSets().inAnyNamespace().list().getItems().stream()
              .filter(it -> labelled(component, it))
              .map(it -> found(component, it))
              .toList();
    };
  }

  /** Some installers label only the pods of a daemon set. */
  private static boolean labelled(Component component, DaemonSet it) {
    return Stream.of(it.getMetadata(), it.getSpec().getTemplate().getMetadata())
        .filter(Objects::nonNull)
        .map(ObjectMeta::getLabels)
        .filter(Objects::nonNull)
        .anyMatch(labels -> component.value().equals(labels.get(component.label())));
  }

  /** All objects with the label of a component, in any namespace. */
  static <T extends HasMetadata, L extends KubernetesResourceList<T>> Stream<T> labelled(
      MixedOperation<T, L, ?> all, Component component) {
    return all
        .inAnyNamespace()
        .withLabel(component.label(), component.value())
        .list()
        .getItems()
        .stream();
  }

  private static Found found(Component component, Deployment it) {
    return new Found(
        component,
        it.getMetadata().getNamespace(),
        it.getMetadata().getName(),
        Objects.requireNonNullElse(it.getSpec().getReplicas(), 1),
        it.getStatus() == null ? 0 : orNone(it.getStatus().getReadyReplicas()),
        image(it.getSpec().getTemplate()),
        it.getSpec().getSelector());
  }

  private static Found found(Component component, DaemonSet it) {
    return new Found(
        component,
        it.getMetadata().getNamespace(),
        it.getMetadata().getName(),
        it.getStatus() == null ? 0 : orNone(it.getStatus().getDesiredNumberScheduled()),
        it.getStatus() == null ? 0 : orNone(it.getStatus().getNumberReady()),
        image(it.getSpec().getTemplate()),
        it.getSpec().getSelector());
  }

  private static int orNone(@Nullable Integer number) {
    return number == null ? 0 : number;
  }

  private static String image(PodTemplateSpec template) {
    return template.getSpec().getContainers().get(0).getImage();
  }

  /** The tag of an image, or its digest if it has none. */
  private static String version(String image) {
    String name = image.replaceFirst("@.*$", "");
    int tag = name.lastIndexOf(':');
    return tag > name.lastIndexOf('/') ? name.substring(tag + 1) : image;
  }

  private Problem idle(ControlPlane mesh, Found it) {
    List<Pod> pods =
        client
            .pods()
            .inNamespace(it.namespace())
            .withLabelSelector(it.selector())
            .list()
            .getItems();
    String why =
        pods.stream()
            .filter(pod -> !PodStatusText.ready(pod))
            .map(PodStatusText::waiting)
            .findFirst()
            .orElse(it.wanted() == 0 ? "no pod is wanted" : "there is no pod");
    return new Problem(
        "%s is not ready: of %s %s in %s, which %s, %d of %d pods are ready (%s)"
            .formatted(
                mesh.title(),
                it.component().kind().words(),
                it.name(),
                it.namespace(),
                it.component().task(),
                it.ready(),
                it.wanted(),
                why),
        "repair or reinstall it: " + mesh.install());
  }

  /** Names of the kinds that the API server does not know; empty if it knows all. */
  Optional<String> unknown(List<Resource> resources) {
    List<Resource> unknown = resources.stream().filter(it -> !known(it)).toList();
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(unknown.stream().map(Resource::toString).collect(Collectors.joining(", ")));
  }

  private boolean known(Resource resource) {
    return served(resource.group() + "/" + resource.version()).stream()
        .anyMatch(it -> it.getName().equals(resource.plural()));
  }

  private List<APIResource> served(String groupVersion) {
    try {
      APIResourceList all = client.getApiResources(groupVersion);
      return all == null ? List.of() : all.getResources();
    } catch (KubernetesClientException e) {
      if (ApiServer.lacks(e)) {
        return List.of();
      }
      throw e;
    }
  }

  private Optional<Problem> unmet(ControlPlane mesh, Condition condition) {
    JsonNode found = value(condition);
    boolean there =
        found.isArray()
            ? listed(found, condition.value())
            : found.asText("").equals(condition.value());
    return there != condition.unwanted()
        ? Optional.empty()
        : Optional.of(
            new Problem(
                "%s is not configured so that %s: %s %s%s has %s at %s; expected %s'%s'"
                    .formatted(
                        mesh.title(),
                        condition.words(),
                        condition.kind(),
                        condition.object(),
                        condition.namespace().isEmpty() ? "" : " in " + condition.namespace(),
                        names(found),
                        condition.pointer(),
                        condition.unwanted() ? "anything but " : "",
                        condition.value()),
                condition.remedy()));
  }

  private static String names(JsonNode found) {
    return found.isMissingNode()
        ? "nothing"
        : found.isValueNode() ? "'" + found.asText() + "'" : found.toString();
  }

  private static boolean listed(JsonNode list, String value) {
    for (JsonNode element : list) {
      if (element.asText().equals(value)) {
        return true;
      }
    }
    return false;
  }

  private JsonNode value(Condition condition) {
    return condition.versions().stream()
        .filter(it -> serves(it, condition.kind()))
        .findFirst()
        .map(
            it ->
                new GenericObjects(client)
                    .find(it, condition.kind(), condition.namespace(), condition.object()))
        .map(it -> it.at(condition.pointer()))
        .orElse(MissingNode.getInstance());
  }

  /** Whether the API server knows the kind; otherwise there cannot be an object. */
  private boolean serves(String version, String kind) {
    return served(version).stream().anyMatch(it -> it.getKind().equals(kind));
  }
}
