package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.meshgauge.measure.Part;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.ReadyPage;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.Workload;
import io.meshgauge.platform.kubernetes.instrument.Cluster.Container;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.ClusterDesign;
import io.meshgauge.topology.ClusterDesign.Front;
import io.meshgauge.topology.ClusterDesign.MadeProxy;
import io.meshgauge.topology.ClusterDesign.ProxyContainer;
import io.meshgauge.topology.NodeProxy;
import io.meshgauge.topology.ProxyProcess.Sign;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;

/**
 * Who is there of a deployment: its containers and what they are accounted to, its workloads and
 * where they are managed. A pod is entered once it is ready.
 */
final class PodRegistry {
  private static final Wait SYNCHRONISED = new Wait(Duration.ofSeconds(60), Duration.ofMillis(500));
  private static final String PROXY = "-proxy";

  private final ClusterDesign design;
  private final BiFunction<Pod, Integer, Address> forward;
  private final List<Container> containers = new ArrayList<>();
  private final Map<Workload, String> podsOfWorkloads = new LinkedHashMap<>();

  /**
   * An empty roster.
   *
   * @param forward opens a way to a port of a pod
   */
  PodRegistry(ClusterDesign design, BiFunction<Pod, Integer, Address> forward) {
    this.design = design;
    this.forward = forward;
  }

  /** Enters a service, or one of its replicas, whose container is called as the service is. */
  void service(String name, Pod pod, Address management) {
    account(name, Replicas.service(pod), Part.APPLICATION, pod);
    enter(new Workload(name, Part.APPLICATION, OptionalLong.empty(), management), pod);
  }

  /**
   * Enters a load balancer, which is alone in its pod.
   *
   * @throws PlatformException when there is more in its pod
   */
  void front(Front front, Pod pod) {
    String name = Replicas.service(pod);
    refuseExtraContainers(name, pod);
    account(name, front.container(), Part.DATA_PLANE, pod);
    Address address = forward.apply(pod, front.admin());
    enter(new Workload(name, Part.DATA_PLANE, OptionalLong.empty(), address), pod);
  }

  /** Enters what sends the load. */
  void load(String name, String container, Pod pod) {
    account(name, container, Part.LOAD, pod);
  }

  /** Enters a program that takes telemetry. */
  void collector(String name, Pod pod, Address management) {
    account(name, name, Part.TELEMETRY, pod);
    enter(new Workload(name, Part.TELEMETRY, OptionalLong.empty(), management), pod);
  }

  /**
   * Enters the proxy of a workload, once its control plane has configured it. Every workload of a
   * mesh has one, or the arm is not what it claims to be; without a mesh none has.
   *
   * @throws PlatformException when a proxy is missing, or is there and should not be
   */
  void proxy(String workload, Pod pod) {
    Optional<ProxyContainer> proxy = design.proxy();
    if (proxy.isEmpty()) {
      refuseExtraContainers(workload, pod);
      return;
    }
    ProxyContainer container = proxy.get();
    String name = workload + PROXY;
    if (PodStatusText.containers(pod).noneMatch(it -> it.getName().equals(container.name()))) {
      throw new PlatformException(
          "pod %s has no container %s: the sidecar was not injected; expected %s to enrol it. Is the mesh's control plane up, and its webhook that asks for such pods?"
              .formatted(name(pod), container.name(), design.enrolment()));
    }
    account(name, container.name(), Part.DATA_PLANE, pod);
    Address address = forward.apply(pod, container.admin());
    container.synchronised().ifPresent(sign -> awaitSynchronised(workload, address, sign));
    enter(new Workload(name, Part.DATA_PLANE, OptionalLong.empty(), address), pod);
  }

  /** Enters the proxy of a node, unless it is there already. */
  void nodeProxy(NodeProxy proxy, Pod pod) {
    String name = proxy.on(pod.getSpec().getNodeName());
    if (containers.stream().noneMatch(it -> it.name().equals(name))) {
      whole(name, proxy.container(), proxy.page(), pod);
    }
  }

  /** Enters a proxy that the mesh has made for the experiment. */
  void made(MadeProxy proxy, Pod pod) {
    whole(proxy.object().name(), proxy.container(), proxy.page(), pod);
  }

  private void whole(String name, String container, int page, Pod pod) {
    account(name, container, Part.DATA_PLANE, pod);
    Address address = forward.apply(pod, page);
    enter(new Workload(name, Part.DATA_PLANE, OptionalLong.empty(), address), pod);
  }

  private static void refuseExtraContainers(String workload, Pod pod) {
    List<String> names = PodStatusText.containers(pod).map(ContainerStatus::getName).toList();
    if (names.size() > 1) {
      throw new PlatformException(
          "pod %s has the containers %s; expected %s alone: something injects sidecars where there should be none"
              .formatted(name(pod), names, workload));
    }
  }

  private static void awaitSynchronised(String workload, Address address, Sign sign) {
    ReadyPage page = new ReadyPage(address, sign.path());
    SYNCHRONISED.untilTrue(
        () -> sign.line().isEmpty() ? page.isThere() : page.has(sign.line()),
        () ->
            "the proxy of %s has no configuration from its control plane after %d s: its page %s %s"
                .formatted(
                    workload,
                    SYNCHRONISED.limit().toSeconds(),
                    sign.path(),
                    sign.line().isEmpty()
                        ? "is not answered with status 200"
                        : "has no line '%s'".formatted(sign.line())));
  }

  private void account(String name, String container, Part part, Pod pod) {
    String id =
        PodStatusText.containers(pod)
            .filter(it -> it.getName().equals(container) && it.getContainerID() != null)
            .map(it -> it.getContainerID().replaceFirst("^.*://", ""))
            .findFirst()
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

  private void enter(Workload workload, Pod pod) {
    podsOfWorkloads.put(workload, name(pod));
  }

  private static String name(Pod pod) {
    return pod.getMetadata().getName();
  }

  /** Strikes out all that was in some pods. */
  void dismiss(Collection<String> pods) {
    containers.removeIf(it -> pods.contains(it.pod()));
    podsOfWorkloads.values().removeIf(pods::contains);
  }

  List<Container> containers() {
    return List.copyOf(containers);
  }

  List<Workload> workloads() {
    return List.copyOf(podsOfWorkloads.keySet());
  }

  /** Where the proxies are administered: by their workload, load balancers by name. */
  Map<String, Address> administration() {
    Map<String, Address> admin = new LinkedHashMap<>();
    podsOfWorkloads.keySet().stream()
        .filter(it -> it.part() == Part.DATA_PLANE)
        .forEach(it -> admin.put(it.name().replaceFirst(PROXY + "$", ""), it.management()));
    return admin;
  }
}
