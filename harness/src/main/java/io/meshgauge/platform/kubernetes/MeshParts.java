package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.measure.Neighbours;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.ClusterDesign.MadeProxy;
import io.meshgauge.topology.NodeProxy;
import io.meshgauge.topology.NodeProxy.Mark;
import io.meshgauge.topology.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Parts of a mesh other than the containers of the workloads' pods: the marks it writes on them,
 * the proxies of the nodes they run on, and the proxy that its control plane makes for them. All of
 * it is waited for, and refused in words when it does not come.
 */
final class MeshParts {
  /** A node's agent writes its mark while a pod gets its network, before any container starts. */
  private static final Wait MARKED = new Wait(Duration.ofSeconds(30), Duration.ofMillis(500));

  private static final Wait MADE = new Wait(Duration.ofSeconds(120), Duration.ofMillis(500));
  private static final String TRUE = "True";

  private final KubernetesClient client;
  private final String namespace;
  private final ClusterDesign design;
  private final Pods pods;
  private final Wait marked;
  private final Wait made;

  /** The pods of proxies as they were found, by what they are called. */
  private final Map<String, Pod> found = new HashMap<>();

  private final Map<String, String> hosts = new HashMap<>();
  private final Map<String, String> addresses = new HashMap<>();

  MeshParts(KubernetesClient client, String namespace, ClusterDesign design) {
    this(client, namespace, design, MARKED, MADE);
  }

  MeshParts(
      KubernetesClient client, String namespace, ClusterDesign design, Wait marked, Wait made) {
    this.marked = marked;
    this.made = made;
    this.client = client;
    this.namespace = namespace;
    this.design = design;
    this.pods = new Pods(client, namespace);
  }

  /**
   * Waits for what the mesh does and makes, before the services are ready: they are only when their
   * peers have answered them, and that is through the mesh.
   *
   * @param limit until the services' pods have addresses
   * @return the pod of the proxy that the mesh has made; empty where it makes none
   * @throws PlatformException naming what the mesh has not done, or the pod that will never start
   */
  Optional<Pod> awaitBefore(Topology topology, Duration limit) {
    if (topology.services().stream().anyMatch(it -> design.mark(it).isPresent())) {
      awaitMarks(
          pods.awaitPlaced(
              Map.of(KubernetesDeployment.TRIAL, "services"), topology.replicas().size(), limit));
    }
    return design.made().map(it -> made(it, topology.services()));
  }

  /**
   * Waits until the mesh has written on every pod that it has it.
   *
   * @throws PlatformException naming the first that it has not, and what is there
   */
  void awaitMarks(List<Pod> pods) {
    for (Pod pod : pods) {
      design
          .mark(Replicas.workload(pod))
          .ifPresent(
              mark ->
                  marked.untilTrue(
                      () -> says(current(pod), mark).filter(mark.value()::equals).isPresent(),
                      () -> unmarked(pod, mark)));
    }
  }

  private Pod current(Pod pod) {
    return Optional.ofNullable(
            client
                .pods()
                .inNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getMetadata().getName())
                .get())
        .orElse(pod);
  }

  private static Optional<String> says(Pod pod, Mark mark) {
    return Optional.ofNullable(pod.getMetadata().getAnnotations())
        .map(annotations -> annotations.get(mark.annotation()));
  }

  private String unmarked(Pod pod, Mark mark) {
    return "pod %s is in the mesh by name only after %d s: expected its annotation %s to be '%s' (%s); it is %s. %s"
        .formatted(
            pod.getMetadata().getName(),
            marked.limit().toSeconds(),
            mark.annotation(),
            mark.value(),
            mark.words(),
            says(current(pod), mark).map("'%s'"::formatted).orElse("not there"),
            mark.remedy());
  }

  /**
   * The pods of the proxy of every node that some pods run on; of every node at all, where
   * whichever calls may reach any of them.
   *
   * @throws PlatformException naming the node on which none is ready
   */
  List<Pod> nodeProxies(NodeProxy proxy, Collection<Pod> pods) {
    List<Pod> all =
        client
            .pods()
            .inAnyNamespace()
            .withLabel(proxy.label(), proxy.value())
            .list()
            .getItems()
            .stream()
            .filter(PodStatusText::ready)
            .toList();
    Set<String> nodes = new TreeSet<>();
    pods.forEach(it -> nodes.add(it.getSpec().getNodeName()));
    if (proxy.serves().isEmpty()) {
      all.forEach(it -> nodes.add(it.getSpec().getNodeName()));
    }
    List<Pod> here = new ArrayList<>();
    for (String node : nodes) {
      Pod one =
          all.stream()
              .filter(it -> node.equals(it.getSpec().getNodeName()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new PlatformException(
                          "no %s is ready on node %s, where workloads run; expected a pod labelled %s=%s there: %s"
                              .formatted(
                                  proxy.name(),
                                  node,
                                  proxy.label(),
                                  proxy.value(),
                                  all.isEmpty()
                                      ? "none is ready anywhere"
                                      : "there are some on "
                                          + all.stream()
                                              .map(it -> it.getSpec().getNodeName())
                                              .sorted()
                                              .collect(Collectors.joining(", ")))));
      found.putIfAbsent(proxy.on(node), one);
      here.add(one);
    }
    return here;
  }

  /**
   * The pod of the proxy that the control plane has made, once all calls are led to it.
   *
   * @param services whose calls those are
   * @throws PlatformException saying what did not come about, and what the mesh says of it
   */
  Pod made(MadeProxy proxy, Collection<String> services) {
    made.untilTrue(
        () -> {
          pods.refuseHopeless();
          return TRUE.equals(condition(proxy).get("status"));
        },
        () ->
            "%s is not at work after %d s: expected its condition %s to be True; it says %s"
                .formatted(
                    proxy.object(),
                    made.limit().toSeconds(),
                    proxy.programmed(),
                    condition(proxy)));
    List<Pod> ready =
        pods.awaitReady(Map.of(proxy.label(), proxy.object().name()), 1, MADE.limit());
    for (String service : services) {
      made.untilTrue(
          () -> bound(service, proxy).startsWith(TRUE),
          () ->
              "calls of Service %s are not led to %s after %d s: expected its condition %s to be True; it is %s"
                  .formatted(
                      service,
                      proxy.object(),
                      made.limit().toSeconds(),
                      proxy.bound(),
                      bound(service, proxy)));
    }
    Pod pod = ready.get(0);
    found.put(proxy.object().name(), pod);
    hosts.put(proxy.object().name(), pod.getStatus().getPodIP());
    services.forEach(it -> addresses.put(it, service(it).getSpec().getClusterIP()));
    return pod;
  }

  /**
   * Waits until what the control plane has made is gone, once its object is deleted: the next
   * deployment must not find it.
   *
   * @throws PlatformException naming what is still there
   */
  void awaitGone() {
    design
        .made()
        .ifPresent(
            proxy ->
                made.untilTrue(
                    () -> madePods(proxy).isEmpty(),
                    () ->
                        "%s is deleted, and %d s later there is still: %s"
                            .formatted(
                                proxy.object(),
                                made.limit().toSeconds(),
                                madePods(proxy).stream()
                                    .map(it -> it.getMetadata().getName())
                                    .toList())));
  }

  private List<Pod> madePods(MadeProxy proxy) {
    return ApiServer.ask(
        "the pods of " + proxy.object(),
        () ->
            client
                .pods()
                .inNamespace(namespace)
                .withLabel(proxy.label(), proxy.object().name())
                .list()
                .getItems());
  }

  /** Address of the pod of what the control plane has made, by its name. */
  Map<String, String> hosts() {
    return hosts;
  }

  /** Addresses of the Services whose calls are led to it. */
  Map<String, String> addresses() {
    return addresses;
  }

  private Map<?, ?> condition(MadeProxy proxy) {
    GenericKubernetesResource object =
        client
            .genericKubernetesResources(proxy.object().version(), proxy.object().kind())
            .inNamespace(namespace)
            .withName(proxy.object().name())
            .get();
    Object status = object == null ? null : object.getAdditionalProperties().get("status");
    Object all = status instanceof Map<?, ?> map ? map.get("conditions") : null;
    return all instanceof List<?> list
        ? list.stream()
            .filter(Map.class::isInstance)
            .map(it -> (Map<?, ?>) it)
            .filter(it -> proxy.programmed().equals(it.get("type")))
            .findFirst()
            .orElse(Map.of())
        : Map.of();
  }

  private String bound(String service, MadeProxy proxy) {
    Service found = service(service);
    return found.getStatus() == null || found.getStatus().getConditions() == null
        ? "not there"
        : found.getStatus().getConditions().stream()
            .filter(it -> proxy.bound().equals(it.getType()))
            .map(it -> "%s (%s: %s)".formatted(it.getStatus(), it.getReason(), it.getMessage()))
            .findFirst()
            .orElse("not there");
  }

  private Service service(String name) {
    Service service = client.services().inNamespace(namespace).withName(name).get();
    if (service == null) {
      throw new PlatformException(
          "there is no Service %s in %s; expected the manifests to bring it"
              .formatted(name, namespace));
    }
    return service;
  }

  /** Whom the proxy of a node serves; empty for any other container. */
  Optional<Neighbours> neighbours(String container) {
    Pod proxy = found.get(container);
    return design
        .nodeProxy()
        .filter(it -> proxy != null && container.equals(it.on(proxy.getSpec().getNodeName())))
        .map(it -> neighbours(it, Objects.requireNonNull(proxy).getSpec().getNodeName()));
  }

  private Neighbours neighbours(NodeProxy proxy, String node) {
    List<Pod> served =
        client.pods().inAnyNamespace().withField("spec.nodeName", node).list().getItems().stream()
            .filter(pod -> !Boolean.TRUE.equals(pod.getSpec().getHostNetwork()))
            .filter(
                pod ->
                    proxy
                        .serves()
                        .map(mark -> says(pod, mark).filter(mark.value()::equals).isPresent())
                        .orElse(true))
            .toList();
    long ours =
        served.stream().filter(it -> namespace.equals(it.getMetadata().getNamespace())).count();
    return new Neighbours(served.size(), (int) ours);
  }

  /** Proxies that are no longer those that were found: what they had counted is gone. */
  List<String> endedWorkloads() {
    List<String> ended = new ArrayList<>();
    found.forEach(
        (name, before) -> {
          Pod now =
              ApiServer.ask(
                  "the proxy " + name,
                  () ->
                      client
                          .pods()
                          .inNamespace(before.getMetadata().getNamespace())
                          .withName(before.getMetadata().getName())
                          .get());
          if (now == null || !ids(now).equals(ids(before))) {
            ended.add(
                "%s is not the one that was there when the services started (pod %s)"
                    .formatted(name, before.getMetadata().getName()));
          }
        });
    return ended;
  }

  private static List<String> ids(Pod pod) {
    return PodStatusText.containers(pod)
        .map(ContainerStatus::getContainerID)
        .filter(Objects::nonNull)
        .toList();
  }
}
