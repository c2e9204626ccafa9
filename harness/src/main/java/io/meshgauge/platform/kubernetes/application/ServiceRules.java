package io.meshgauge.platform.kubernetes.application;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.platform.kubernetes.manifest.Located;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.topology.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Compares the manifests with the services of the application's file: each is a workload and a
 * Service of its name, and no other workload runs unobserved.
 *
 * @param services that the application's file declares
 * @param meshed whether a mesh identifies workloads by their service accounts
 */
record ServiceRules(UserManifests manifests, List<Service> services, boolean meshed) {
  private static final String SELECTOR = "/spec/selector";

  List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (Service service : services) {
      declared(service, problems);
    }
    List<String> names = services.stream().map(Service::name).toList();
    for (Located located : manifests.objects()) {
      if (Workload.is(located.object()) && !names.contains(Manifest.name(located.object()))) {
        problems.add(
            "%s is none of the services %s of the application's file; its calls and its cost would not be observed: declare it, or remove it"
                .formatted(located.title(), String.join(", ", names)));
      }
    }
    if (meshed) {
      accounts(names, problems);
    }
    return problems;
  }

  private void declared(Service service, List<String> problems) {
    String name = service.name();
    Optional<Workload> workload = manifests.workload(name);
    Optional<ObjectNode> object = manifests.find("Service", name);
    if (workload.isEmpty()) {
      problems.add(
          "the service %s has no Deployment or StatefulSet of its name; there are %s"
              .formatted(name, manifests.workloads().map(Workload::name).sorted().toList()));
    }
    if (service.port() == 0) {
      return;
    }
    if (object.isEmpty()) {
      problems.add(
          "the service %s has no Service of its name; there are %s".formatted(name, existing()));
      return;
    }
    if (manifests.entry(service).isEmpty()) {
      problems.add(
          "Service %s has no port %d, which the application's file declares; it has %s"
              .formatted(
                  name,
                  service.port(),
                  Workload.stream(object.get().at("/spec/ports"))
                      .map(it -> it.path("port").asText())
                      .toList()));
    } else if (manifests.ports(List.of(service)).getOrDefault(name, 0) == 0) {
      problems.add(
          "port %d of Service %s leads to a port that no container of %s names"
              .formatted(service.port(), name, name));
    }
    workload.ifPresent(it -> selected(it, object.get(), problems));
    services.stream()
        .map(Service::name)
        .filter(other -> !other.equals(name))
        .flatMap(other -> manifests.workload(other).stream())
        .filter(other -> selects(object.get(), other))
        .map(
            other ->
                "Service %s selects %s, which also selects the pods of %s; expected those of %s alone, since calls to one would be answered by both"
                    .formatted(name, object.get().at(SELECTOR), other.name(), name))
        .forEach(problems::add);
  }

  private static void selected(Workload workload, ObjectNode service, List<String> problems) {
    if (!selects(service, workload)) {
      problems.add(
          "Service %s selects %s, which the pods of %s %s are not; their labels are %s"
              .formatted(
                  workload.name(),
                  service.at(SELECTOR),
                  Manifest.kind(workload.object()),
                  workload.name(),
                  workload.labels()));
    }
  }

  private static boolean selects(ObjectNode service, Workload workload) {
    JsonNode selector = service.at(SELECTOR);
    return !selector.isEmpty()
        && selector.properties().stream()
            .allMatch(
                it ->
                    workload.labels().path(it.getKey()).asText("").equals(it.getValue().asText()));
  }

  private List<String> existing() {
    return manifests.objects().stream()
        .map(Located::object)
        .filter(it -> Manifest.kind(it).equals("Service"))
        .map(Manifest::name)
        .sorted()
        .toList();
  }

  /** A mesh gives identities by service account. */
  private void accounts(List<String> names, List<String> problems) {
    Map<String, List<String>> users = new TreeMap<>();
    for (String name : names) {
      manifests
          .workload(name)
          .ifPresent(it -> users.computeIfAbsent(it.account(), key -> new ArrayList<>()).add(name));
    }
    users.forEach(
        (account, services) -> {
          if (services.size() > 1) {
            problems.add(
                "the services %s share the service account %s, by which a mesh identifies them, so that it cannot distinguish them; give each its own ServiceAccount"
                    .formatted(String.join(", ", services), account));
          }
        });
  }
}
