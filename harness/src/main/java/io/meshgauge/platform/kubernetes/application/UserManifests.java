package io.meshgauge.platform.kubernetes.application;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import io.meshgauge.platform.kubernetes.manifest.Located;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.topology.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The manifests of an application: a kustomization, a folder of files, or one file. They are
 * applied as they are, with labels of the harness in addition.
 *
 * @param objects in the order of the files
 */
public record UserManifests(List<Located> objects) {
  private static final int MAX_BYTES = 4 * 1024 * 1024;

  public UserManifests {
    objects = List.copyOf(objects);
  }

  /**
   * Reads manifests.
   *
   * @param root a folder or a file
   * @throws PlatformException if it does not exist, or cannot be read
   */
  public static UserManifests read(Path root) {
    List<Located> found = new ArrayList<>();
    if (Files.isDirectory(root) && Kustomization.isIn(root)) {
      found.addAll(Kustomization.located(root));
    } else {
      files(root).forEach(file -> found.addAll(Kustomization.documentsOf(limited(file))));
    }
    List<Located> all = found.stream().flatMap(UserManifests::items).toList();
    if (all.isEmpty()) {
      throw new PlatformException(
          "deploy: %s contains no objects; expected the manifests of the application"
              .formatted(root));
    }
    return new UserManifests(all);
  }

  private static List<Path> files(Path root) {
    if (Files.isRegularFile(root)) {
      return List.of(root);
    }
    try (Stream<Path> files = Files.list(root)) {
      return files.filter(it -> it.toString().matches(".*\\.ya?ml")).sorted().toList();
    } catch (IOException e) {
      throw new PlatformException(
          "deploy: %s cannot be read; expected a kustomization, a folder of manifests, or a file, relative to the application's file"
              .formatted(root),
          e);
    }
  }

  private static Path limited(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new PlatformException(
            "%s has more than %d bytes; expected manifests".formatted(file, MAX_BYTES));
      }
      return file;
    } catch (IOException e) {
      throw new PlatformException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** The items of a List, which {@code kubectl get} writes; any other object itself. */
  private static Stream<Located> items(Located located) {
    if (!Manifest.kind(located.object()).equals("List")) {
      return Stream.of(located);
    }
    return Workload.stream(located.object().path("items"))
        .filter(ObjectNode.class::isInstance)
        .map(item -> new Located((ObjectNode) item, located.file(), located.line()));
  }

  /**
   * What is wrong with them, one text for each kind of problem with all its objects, at once.
   *
   * @param services that the application's file declares
   * @param meshed whether a mesh identifies workloads by their service accounts
   */
  public List<String> problems(List<Service> services, boolean meshed) {
    List<String> problems = new ArrayList<>();
    problems.addAll(new KindRules(this).problems());
    for (Located located : objects) {
      problems.addAll(new PodRules(located).problems());
    }
    problems.addAll(new ReferenceRules(this).problems());
    problems.addAll(new ServiceRules(this, services, meshed).problems());
    return once(problems);
  }

  /** What is wrong with several objects is said of the first, with the others behind it. */
  private List<String> once(List<String> problems) {
    Map<String, Set<String>> objectsOf = new LinkedHashMap<>();
    for (String problem : problems) {
      String object =
          objects.stream()
              .map(Located::title)
              .filter(title -> problem.startsWith(title + " "))
              .findFirst()
              .orElse("");
      objectsOf
          .computeIfAbsent(problem.substring(object.length()), it -> new LinkedHashSet<>())
          .add(object);
    }
    List<String> once = new ArrayList<>();
    objectsOf.forEach(
        (what, of) -> {
          List<String> all = List.copyOf(of);
          String others = String.join(", ", all.subList(1, all.size()));
          once.add(all.get(0) + what + (others.isEmpty() ? "" : "; the same of " + others));
        });
    return List.copyOf(once);
  }

  /** Copies of the objects, to be changed. */
  List<ObjectNode> copies() {
    return objects.stream().map(it -> it.object().deepCopy()).toList();
  }

  /** An object of a kind. */
  Optional<ObjectNode> find(String kind, String name) {
    return objects.stream()
        .map(Located::object)
        .filter(it -> Manifest.kind(it).equals(kind) && Manifest.name(it).equals(name))
        .findFirst();
  }

  /** The Deployment or StatefulSet of a service. */
  Optional<Workload> workload(String service) {
    return workloads().filter(it -> it.name().equals(service)).findFirst();
  }

  Stream<Workload> workloads() {
    return objects.stream().map(Located::object).filter(Workload::is).map(Workload::new);
  }

  /** Images that the cluster must be able to pull without credentials. */
  public SortedSet<String> images() {
    SortedSet<String> images = new TreeSet<>();
    workloads()
        .filter(it -> it.pod().path("imagePullSecrets").isEmpty())
        .flatMap(it -> Manifest.containers(it.object()))
        .map(it -> it.path("image").asText())
        .forEach(images::add);
    return images;
  }

  /** API group and kind of the objects, as {@code group/Kind}. */
  public SortedSet<String> kinds() {
    SortedSet<String> kinds = new TreeSet<>();
    for (Located located : objects) {
      String version = located.object().path("apiVersion").asText();
      kinds.add(
          (version.contains("/") ? version.replaceFirst("/.*", "") : "")
              + "/"
              + Manifest.kind(located.object()));
    }
    return kinds;
  }

  /** The port of its pods by service, to which the Service of the declared port leads. */
  SortedMap<String, Integer> ports(List<Service> services) {
    SortedMap<String, Integer> ports = new TreeMap<>();
    for (Service service : services) {
      entry(service)
          .ifPresent(
              port -> ports.put(service.name(), target(service.name(), port, service.port())));
    }
    return ports;
  }

  /** The port of the Service that is declared. */
  Optional<JsonNode> entry(Service service) {
    return find("Service", service.name()).stream()
        .flatMap(it -> Workload.stream(it.at("/spec/ports")))
        .filter(it -> it.path("port").asInt() == service.port())
        .findFirst();
  }

  private int target(String service, JsonNode port, int same) {
    JsonNode target = port.path("targetPort");
    if (target.isMissingNode() || target.isNull()) {
      return same;
    }
    return target.asText().matches("\\d+")
        ? Integer.parseInt(target.asText())
        : workload(service).map(it -> it.port(target.asText())).orElse(0);
  }
}
