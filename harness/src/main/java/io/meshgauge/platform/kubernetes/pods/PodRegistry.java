package io.meshgauge.platform.kubernetes.pods;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.ReadyPage;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.Workload;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.design.ClusterDesign.Front;
import io.meshgauge.topology.design.ClusterDesign.MadeProxy;
import io.meshgauge.topology.design.ClusterDesign.ProxyContainer;
import io.meshgauge.topology.design.NodeProxy;
import io.meshgauge.topology.plane.ProxyProcess.Sign;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registry of a deployment's ready pods: containers with their part in the accounting, workloads
 * with their management addresses.
 */
public final class PodRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(PodRegistry.class);
  private static final Wait SYNCHRONISATION_WAIT =
      new Wait(Duration.ofSeconds(60), Duration.ofMillis(500));
  private static final String PROXY = "-proxy";

  private final ClusterDesign design;
  private final PodFacts known;
  private final BiFunction<Pod, Integer, Address> forward;
  private final List<Container> containers = new ArrayList<>();
  private final Map<String, String> accounts = new HashMap<>();
  private final Map<Workload, String> podsOfWorkloads = new LinkedHashMap<>();
  private final Map<String, String> hosts = new HashMap<>();
  private final Map<String, Double> passing = new ConcurrentHashMap<>();

  /**
   * Creates an empty registry.
   *
   * @param known what the manifests say of the pods
   * @param forward opens a port-forward to a pod
   */
  public PodRegistry(
      ClusterDesign design, PodFacts known, BiFunction<Pod, Integer, Address> forward) {
    this.design = design;
    this.known = known;
    this.forward = forward;
  }

  /** Records the addresses of pods, as they are when the deployment is ready. */
  public void locate(Collection<Pod> pods) {
    pods.forEach(it -> hosts.put(workload(it), it.getStatus().getPodIP()));
  }

  /** Addresses of pods by workload. */
  public Map<String, String> hosts() {
    return Collections.unmodifiableMap(hosts);
  }

  /**
   * Located pods that have ended or were replaced, one text each.
   *
   * @param now the pods that exist
   */
  public List<String> ended(Collection<Pod> now) {
    List<String> ended = new ArrayList<>();
    now.forEach(pod -> PodStatusText.ended(pod).ifPresent(ended::add));
    new TreeMap<>(hosts)
        .forEach(
            (workload, host) -> {
              if (now.stream().noneMatch(it -> isAt(it, workload, host))) {
                ended.add("the pod of %s was replaced".formatted(workload));
              }
            });
    return ended;
  }

  private static boolean isAt(Pod pod, String workload, String host) {
    return workload.equals(workload(pod)) && host.equals(pod.getStatus().getPodIP());
  }

  /** The workload name of a pod. */
  public static String workload(Pod pod) {
    return Labels.workload(pod.getMetadata().getLabels());
  }

  /**
   * Adds a service or one of its replicas, with all containers that the manifests give it.
   *
   * @param service which says where its metrics are
   */
  public void service(String name, Pod pod, Address management, Service service) {
    String metrics = service.pages().metrics();
    List<String> own = known.containers(Labels.service(pod.getMetadata().getLabels()));
    List<String> running =
        own.size() == 1 ? own : own.stream().filter(it -> runs(it, pod)).toList();
    for (String container : running) {
      String account = container.equals(running.get(0)) ? name : name + "." + container;
      account(account, container, Part.APPLICATION, pod);
    }
    accounts.put(name, pod.getSpec().getServiceAccountName());
    enter(new Workload(name, Part.APPLICATION, OptionalLong.empty(), management, metrics), pod);
  }

  /** Whether a container has not ended, as those do that prepare a pod. */
  private static boolean runs(String container, Pod pod) {
    return PodStatusText.containers(pod)
        .anyMatch(it -> it.getName().equals(container) && it.getState().getRunning() != null);
  }

  /** The service account of a workload; its name while its pods are not known. */
  public String account(String workload) {
    return accounts.getOrDefault(workload, workload);
  }

  /**
   * Adds a load balancer.
   *
   * @throws PlatformException if its pod has another container
   */
  public void front(Front front, Pod pod) {
    String name = Labels.service(pod.getMetadata().getLabels());
    refuseExtraContainers(name, pod);
    account(name, front.container(), Part.DATA_PLANE, pod);
    Address address = forward.apply(pod, front.admin());
    enter(new Workload(name, Part.DATA_PLANE, OptionalLong.empty(), address, ""), pod);
  }

  /** Adds a sender of load. */
  public void load(String name, String container, Pod pod) {
    account(name, container, Part.LOAD, pod);
  }

  /** Adds a telemetry collector. */
  public void collector(String name, Pod pod, Address management) {
    account(name, name, Part.TELEMETRY, pod);
    enter(new Workload(name, Part.TELEMETRY, OptionalLong.empty(), management, ""), pod);
  }

  /**
   * Adds the proxy of a workload, once its control plane has configured it. Every workload of a
   * mesh must have one, and without a mesh none may.
   *
   * @throws PlatformException if a proxy is missing or unexpected
   */
  public void proxy(String workload, Pod pod) {
    Optional<ProxyContainer> proxy = design.proxy();
    if (proxy.isEmpty()) {
      refuseExtraContainers(workload, pod);
      return;
    }
    ProxyContainer container = proxy.get();
    String name = workload + PROXY;
    if (known.unmeshed().contains(workload)) {
      LOG.warn("{} has no sidecar: its manifest keeps the mesh away", workload);
      return;
    }
    if (PodStatusText.containers(pod).noneMatch(it -> it.getName().equals(container.name()))) {
      throw new PlatformException(
          "pod %s has no container %s: the sidecar was not injected; expected %s to enrol it. Are the mesh's control plane and its injection webhook ready?"
              .formatted(name(pod), container.name(), design.enrolment()));
    }
    account(name, container.name(), Part.DATA_PLANE, pod);
    Address address = forward.apply(pod, container.admin());
    container.synchronised().ifPresent(sign -> awaitSynchronised(workload, address, sign));
    enter(new Workload(name, Part.DATA_PLANE, OptionalLong.empty(), address, ""), pod);
  }

  /** Adds the proxy of a node, unless it is registered. */
  public void nodeProxy(NodeProxy proxy, Pod pod) {
    String name = proxy.on(pod.getSpec().getNodeName());
    if (containers.stream().noneMatch(it -> it.name().equals(name))) {
      whole(name, proxy.container(), proxy.page(), pod);
    }
  }

  /** Adds a proxy that the mesh has created for the experiment. */
  public void made(MadeProxy proxy, Pod pod) {
    whole(proxy.object().name(), proxy.container(), proxy.page(), pod);
  }

  private void whole(String name, String container, int page, Pod pod) {
    account(name, container, Part.DATA_PLANE, pod);
    Address address = forward.apply(pod, page);
    enter(new Workload(name, Part.DATA_PLANE, OptionalLong.empty(), address, ""), pod);
  }

  private void refuseExtraContainers(String workload, Pod pod) {
    List<String> names = PodStatusText.containers(pod).map(ContainerStatus::getName).toList();
    List<String> own = known.containers(workload);
    if (names.size() > own.size()) {
      throw new PlatformException(
          "pod %s has the containers %s; expected only %s: a sidecar was injected where none is expected"
              .formatted(name(pod), names, String.join(", ", own)));
    }
  }

  private static void awaitSynchronised(String workload, Address address, Sign sign) {
    ReadyPage page = new ReadyPage(address, sign.path());
    SYNCHRONISATION_WAIT.untilTrue(
        () -> sign.line().isEmpty() ? page.isThere() : page.has(sign.line()),
        () ->
            "the proxy of %s has no configuration from its control plane after %d s: its page %s %s"
                .formatted(
                    workload,
                    SYNCHRONISATION_WAIT.limit().toSeconds(),
                    sign.path(),
                    sign.line().isEmpty()
                        ? "does not have status 200"
                        : "has no line '%s'".formatted(sign.line())));
  }

  private void account(String name, String container, Part part, Pod pod) {
    String id =
        Optional.ofNullable(ids(pod).get(container))
            .orElseThrow(
                () ->
                    new PlatformException(
                        "pod %s has no container %s; it has %s"
                            .formatted(
                                name(pod),
                                container,
                                PodStatusText.containers(pod)
                                    .map(ContainerStatus::getName)
                                    .toList())));
    containers.add(
        new Container(
            name,
            part,
            pod.getSpec().getNodeName(),
            pod.getMetadata().getNamespace(),
            name(pod),
            container,
            id));
  }

  /** The container runtime's identifiers of a pod's containers that have started, by name. */
  public static Map<String, String> ids(Pod pod) {
    return PodStatusText.containers(pod)
        .filter(it -> it.getContainerID() != null)
        .collect(
            Collectors.toMap(
                ContainerStatus::getName, it -> it.getContainerID().replaceFirst("^.*://", "")));
  }

  private void enter(Workload workload, Pod pod) {
    podsOfWorkloads.put(workload, name(pod));
  }

  private static String name(Pod pod) {
    return pod.getMetadata().getName();
  }

  /** Removes all entries of the given pods. */
  public void remove(Collection<String> pods) {
    containers.removeIf(it -> pods.contains(it.pod()));
    podsOfWorkloads.values().removeIf(pods::contains);
  }

  /**
   * Adds what a pod used that came and went while the others ran.
   *
   * @param node that it was on
   * @param cpuSeconds of its containers from their start to its end
   */
  public void passed(String node, double cpuSeconds) {
    passing.merge(node, cpuSeconds, Double::sum);
  }

  /** CPU-seconds so far of pods that came and went, by node. */
  public Map<String, Double> passing() {
    return Map.copyOf(passing);
  }

  public List<Container> containers() {
    return List.copyOf(containers);
  }

  public List<Workload> workloads() {
    return List.copyOf(podsOfWorkloads.keySet());
  }

  /** Admin addresses of proxies: of sidecars by workload, of load balancers by name. */
  public Map<String, Address> administration() {
    Map<String, Address> admin = new LinkedHashMap<>();
    podsOfWorkloads.keySet().stream()
        .filter(it -> it.part() == Part.DATA_PLANE)
        .forEach(it -> admin.put(it.name().replaceFirst(PROXY + "$", ""), it.management()));
    return admin;
  }

  /** Addresses of telemetry collectors on this machine, by name. */
  public Map<String, Address> collectors() {
    Map<String, Address> collectors = new LinkedHashMap<>();
    podsOfWorkloads.keySet().stream()
        .filter(it -> it.part() == Part.TELEMETRY)
        .forEach(it -> collectors.put(it.name(), it.management()));
    return collectors;
  }

  /** The node of each pod, by the workload in it; a sidecar is in the pod of its service. */
  public SortedMap<String, String> nodes() {
    SortedMap<String, String> nodes = new TreeMap<>();
    Set<String> pods = new HashSet<>();
    containers.stream()
        .sorted(Comparator.comparing(it -> it.part() == Part.DATA_PLANE))
        .filter(it -> pods.add(it.namespace() + "/" + it.pod()))
        .forEach(it -> nodes.put(it.name(), it.node()));
    return nodes;
  }

  /**
   * An accounted container.
   *
   * @param name in the accounts, for example {@code prices-proxy}
   * @param part that it is accounted to
   * @param node that it runs on
   * @param namespace of its pod
   * @param pod its pod
   * @param container its name in the pod
   * @param id the container runtime's identifier
   */
  public record Container(
      String name,
      Part part,
      String node,
      String namespace,
      String pod,
      String container,
      String id) {}
}
