package io.meshgauge.platform.kubernetes.mesh;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.measure.use.Neighbours;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.api.GenericObjects;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.pods.PodRegistry;
import io.meshgauge.platform.kubernetes.pods.PodStatusText;
import io.meshgauge.platform.kubernetes.pods.Pods;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.ClusterDesign.MadeProxy;
import io.meshgauge.topology.design.ClusterDesign.ObjectKey;
import io.meshgauge.topology.design.NodeProxy;
import io.meshgauge.topology.design.NodeProxy.Mark;
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
import org.jspecify.annotations.Nullable;

/**
 * Parts of a mesh outside the workloads' pods: annotations that it writes on them, proxies of their
 * nodes, and the proxy that its control plane creates for them. Waits for all of them, with an
 * error for each that is missing.
 */
public final class MeshParts {
  /**
   * A node's agent writes its mark while a pod's network is set up, before any container starts.
   */
  private static final Wait MARK_WAIT = new Wait(Duration.ofSeconds(30), Duration.ofMillis(500));

  private static final Wait CREATION_WAIT =
      new Wait(Duration.ofSeconds(120), Duration.ofMillis(500));
  private static final String TRUE = "True";

  private final KubernetesClient client;
  private final String namespace;
  private final ClusterDesign design;
  private final Pods pods;
  private final Wait marked;
  private final Wait made;

  /** Pods of proxies as first found, by name. */
  private final Map<String, Pod> found = new HashMap<>();

  private final Map<String, String> hosts = new HashMap<>();
  private @Nullable Set<String> controlPlanes;
  private final Map<String, String> addresses = new HashMap<>();

  public MeshParts(KubernetesClient client, String namespace, ClusterDesign design) {
    this(client, namespace, design, MARK_WAIT, CREATION_WAIT);
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
   * Waits for the parts that services need to become ready, since they call their peers through the
   * mesh.
   *
   * @param limit until the services' pods have addresses
   * @return the pod of the proxy that the mesh has created; empty if it creates none
   * @throws PlatformException naming the missing part, or the pod that will never start
   */
  public Optional<Pod> awaitBefore(Topology topology, Duration limit) {
    if (topology.services().stream().anyMatch(it -> design.mark(it).isPresent())) {
      awaitMarks(pods.awaitPlaced(Labels.SERVICES, topology.replicas().size(), limit));
    }
    return design.made().map(it -> made(it, topology.services()));
  }

  /** Names of the nodes with pods of the control plane, as they were at the first call. */
  public synchronized Set<String> nodesOfControlPlanes() {
    if (controlPlanes == null) {
      controlPlanes =
          design.controlPlanes().stream()
              .flatMap(
                  it ->
                      ApiServer.ask(
                          "the pods in " + it,
                          () -> client.pods().inNamespace(it).list().getItems().stream()))
              .map(pod -> pod.getSpec().getNodeName())
              .filter(Objects::nonNull)
              .collect(Collectors.toUnmodifiableSet());
    }
    return controlPlanes;
  }

  /**
   * Waits until the mesh has marked every pod.
   *
   * @throws PlatformException naming the first pod without the expected mark, and its value
   */
  public void awaitMarks(Collection<Pod> pods) {
    for (Pod pod : pods) {
      design
          .mark(PodRegistry.workload(pod))
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
    return "pod %s was not captured by the mesh within %d s: expected its annotation %s to be '%s' (%s); it is %s. %s"
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
   * The proxy pods of the nodes on which these pods run, or of all nodes if clients may reach any
   * of them.
   *
   * @throws PlatformException naming a node without a ready proxy
   */
  public List<Pod> nodeProxies(NodeProxy proxy, Collection<Pod> pods) {
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
   * Waits until the proxy that the control plane has created receives all calls.
   *
   * @param services whose calls it must receive
   * @return its pod
   * @throws PlatformException naming the condition that is not met, with its status
   */
  Pod made(MadeProxy proxy, Collection<String> services) {
    made.untilTrue(
        () -> {
          pods.refuseHopeless();
          return condition(proxy).path("status").asText().equals(TRUE);
        },
        () ->
            "%s is not ready after %d s: expected its condition %s to be True; it is %s"
                .formatted(
                    proxy.object(),
                    made.limit().toSeconds(),
                    proxy.programmed(),
                    condition(proxy)));
    List<Pod> ready =
        pods.awaitReady(Map.of(proxy.label(), proxy.object().name()), 1, CREATION_WAIT.limit());
    for (String service : services) {
      made.untilTrue(
          () -> bound(service, proxy).startsWith(TRUE),
          () ->
              "calls of Service %s are not routed to %s after %d s: expected its condition %s to be True; it is %s"
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
   * Waits until the pods that the control plane has created are gone, after the deletion of their
   * object: the next deployment must not find them.
   *
   * @throws PlatformException naming the pods that still exist
   */
  public void awaitGone() {
    design
        .made()
        .ifPresent(
            proxy ->
                made.untilTrue(
                    () -> madePods(proxy).isEmpty(),
                    () ->
                        "%s was deleted, but after %d s there is still: %s"
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

  /** Address of the pod that the control plane has created, by its name. */
  public Map<String, String> hosts() {
    return hosts;
  }

  /** Addresses of the Services whose calls are routed to it. */
  public Map<String, String> addresses() {
    return addresses;
  }

  private JsonNode condition(MadeProxy proxy) {
    ObjectKey created = proxy.object();
    return GenericObjects.condition(
        new GenericObjects(client)
            .find(created.version(), created.kind(), namespace, created.name()),
        proxy.programmed());
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
          "there is no Service %s in %s; expected the manifests to define it"
              .formatted(name, namespace));
    }
    return service;
  }

  /** The pods that a node's proxy serves; empty for any other container. */
  public Optional<Neighbours> neighbours(String container) {
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

  /** Proxies that were replaced, whose counters are lost. */
  public List<String> endedWorkloads() {
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
                "%s is not the one that ran when the services started (pod %s)"
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
