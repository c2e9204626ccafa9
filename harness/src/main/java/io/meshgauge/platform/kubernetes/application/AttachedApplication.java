package io.meshgauge.platform.kubernetes.application;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.pods.PodFacts;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * An application that runs in a namespace of its owner: found by its Services, and only read.
 *
 * @param namespace in which it runs
 */
public record AttachedApplication(KubernetesClient client, String namespace) {
  /** Containers that meshes add to pods. */
  private static final Set<String> SIDECARS =
      Set.of("istio-proxy", "linkerd-proxy", "istio-validation", "istio-init", "linkerd-init");

  /** Labels by which an owner chooses one of several control planes. */
  private static final Set<String> ENROLMENTS = Set.of("istio.io/rev");

  /** Missing services and pods, one text each; empty when all of them can be measured. */
  public List<String> problems(List<Service> services) {
    try {
      if (client.namespaces().withName(namespace).get() == null) {
        return List.of(
            "there is no namespace %s; expected the application to run in it, as attach: in its file says"
                .formatted(namespace));
      }
      List<String> problems = new ArrayList<>();
      for (Service service : services) {
        problem(service).ifPresent(problems::add);
      }
      return problems;
    } catch (KubernetesClientException e) {
      return List.of(
          "the namespace %s could not be read: %s".formatted(namespace, ApiServer.reason(e)));
    }
  }

  private Optional<String> problem(Service service) {
    String name = service.name();
    if (service.port() == 0) {
      return Optional.of(
          "the service %s has no port; expected that of the Service by which its pod is found in namespace %s"
              .formatted(name, namespace));
    }
    var found = service(name);
    if (found == null) {
      return Optional.of(
          "namespace %s has no Service %s; it has %s"
              .formatted(namespace, name, names(client.services().inNamespace(namespace).list())));
    }
    List<ServicePort> ports = found.getSpec().getPorts();
    if (ports.stream().noneMatch(it -> it.getPort() == service.port())) {
      return Optional.of(
          "Service %s has no port %d, which the application's file declares; it has %s"
              .formatted(
                  name,
                  service.port(),
                  ports.stream().map(ServicePort::getPort).sorted().toList()));
    }
    List<Pod> pods = running(found);
    if (pods.size() != 1) {
      return Optional.of(
          "Service %s leads to %d running pods; expected one, since calls are counted pod by pod: measure a copy of the application that has one pod per service"
              .formatted(name, pods.size()));
    }
    if (!ready(pods.get(0))) {
      return Optional.of(
          "pod %s of service %s is not ready; expected an application that serves"
              .formatted(pods.get(0).getMetadata().getName(), name));
    }
    return port(pods.get(0), service) == 0
        ? Optional.of(
            "port %d of Service %s leads to a port that no container of pod %s names"
                .formatted(service.port(), name, pods.get(0).getMetadata().getName()))
        : Optional.empty();
  }

  /**
   * The pods of the services that a load reaches. Each copy has the harness's label of a service,
   * which the pod on the cluster does not have and does not get.
   *
   * @throws PlatformException naming what is missing
   */
  public List<Pod> pods(Topology topology) {
    List<String> problems = problems(topology.members());
    if (!problems.isEmpty()) {
      throw new PlatformException(String.join("; ", problems));
    }
    return topology.members().stream()
        .map(
            member ->
                new PodBuilder(running(service(member.name())).get(0))
                    .editMetadata()
                    .addToLabels(ClusterDesign.SERVICE_LABEL, member.name())
                    .endMetadata()
                    .build())
        .toList();
  }

  /**
   * What the harness has to know of them.
   *
   * @param pods of {@link #pods}, in the order of the topology's members
   */
  public PodFacts facts(Topology topology, List<Pod> pods) {
    SortedMap<String, Integer> ports = new TreeMap<>();
    SortedMap<String, List<String>> containers = new TreeMap<>();
    Set<String> unmeshed = new TreeSet<>();
    for (int i = 0; i < pods.size(); i++) {
      Service member = topology.members().get(i);
      Pod pod = pods.get(i);
      ports.put(member.name(), port(pod, member));
      containers.put(
          member.name(),
          all(pod).map(Container::getName).filter(it -> !SIDECARS.contains(it)).toList());
      if (all(pod).map(Container::getName).noneMatch(SIDECARS::contains)) {
        unmeshed.add(member.name());
      }
    }
    return new PodFacts(ports, containers, unmeshed);
  }

  /** Digests of the images of its pods, by name. */
  public SortedMap<String, String> images(List<Service> services) {
    SortedMap<String, String> images = new TreeMap<>();
    for (Service service : services) {
      running(service(service.name())).stream()
          .flatMap(pod -> pod.getStatus().getContainerStatuses().stream())
          .forEach(it -> images.put(it.getImage(), it.getImageID().replaceFirst("^.*@", "")));
    }
    return images;
  }

  /** Labels that enrol a namespace as that of the application is. */
  public Map<String, String> enrolment(Map<String, String> usual) {
    var labels = client.namespaces().withName(namespace).get().getMetadata().getLabels();
    SortedMap<String, String> own = new TreeMap<>(labels == null ? Map.of() : labels);
    own.keySet().retainAll(ENROLMENTS);
    return usual.isEmpty() || own.isEmpty() ? usual : own;
  }

  private io.fabric8.kubernetes.api.model.Service service(String name) {
    return client.services().inNamespace(namespace).withName(name).get();
  }

  private List<Pod> running(io.fabric8.kubernetes.api.model.Service service) {
    Map<String, String> selector = service.getSpec().getSelector();
    return selector == null || selector.isEmpty()
        ? List.of()
        : client.pods().inNamespace(namespace).withLabels(selector).list().getItems().stream()
            .filter(it -> "Running".equals(it.getStatus().getPhase()))
            .filter(it -> it.getMetadata().getDeletionTimestamp() == null)
            .toList();
  }

  private static boolean ready(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(it -> it.getType().equals("Ready") && it.getStatus().equals("True"));
  }

  /** The port of a pod to which that of the Service leads; 0 if there is none. */
  private int port(Pod pod, Service member) {
    IntOrString target =
        service(member.name()).getSpec().getPorts().stream()
            .filter(it -> it.getPort() == member.port())
            .map(ServicePort::getTargetPort)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    if (target == null) {
      return member.port();
    }
    return target.getStrVal() == null
        ? target.getIntVal()
        : all(pod)
            .flatMap(it -> it.getPorts().stream())
            .filter(it -> target.getStrVal().equals(it.getName()))
            .map(ContainerPort::getContainerPort)
            .findFirst()
            .orElse(0);
  }

  private static Stream<Container> all(Pod pod) {
    return Stream.concat(
        pod.getSpec().getInitContainers().stream(), pod.getSpec().getContainers().stream());
  }

  private static List<String> names(io.fabric8.kubernetes.api.model.ServiceList services) {
    return services.getItems().stream().map(it -> it.getMetadata().getName()).sorted().toList();
  }
}
