package io.meshgauge.platform.kubernetes.cluster;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.api.NodeState;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads facts about a cluster: versions and nodes. */
public final class ClusterFacts {
  private static final double MIB = 1024.0 * 1024;

  private final KubernetesClient client;

  public ClusterFacts(KubernetesClient client) {
    this.client = client;
  }

  /** Constant facts by name. */
  public SortedMap<String, String> lasting() {
    SortedMap<String, String> facts = new TreeMap<>();
    facts.put("platform", "kubernetes");
    facts.put("kubernetes.version", client.getKubernetesVersion().getGitVersion());
    List<Node> nodes = nodes();
    facts.put("kubernetes.nodes", Integer.toString(nodes.size()));
    facts.put("kubernetes.kubelet", distinct(nodes, it -> info(it).getKubeletVersion()));
    facts.put("container.runtime", distinct(nodes, it -> info(it).getContainerRuntimeVersion()));
    facts.put("kernel", distinct(nodes, it -> info(it).getKernelVersion()));
    facts.put("os", distinct(nodes, it -> info(it).getOsImage()));
    facts.put("arch", distinct(nodes, it -> info(it).getArchitecture()));
    facts.put(
        "cpu.cores",
        nodes.stream()
            .map(it -> amount(it, "cpu"))
            .reduce(BigDecimal.ZERO, BigDecimal::add)
            .stripTrailingZeros()
            .toPlainString());
    facts.put(
        "memory",
        distinct(
            nodes,
            it ->
                String.format(Locale.ROOT, "%.0f MiB", amount(it, "memory").doubleValue() / MIB)));
    return facts;
  }

  /** Current state: resources that the existing pods have not requested. */
  public SortedMap<String, String> passing() {
    SortedMap<String, String> now = new TreeMap<>();
    nodes().forEach(node -> now.put("head-room of " + NodeState.name(node), headRoom(node)));
    return now;
  }

  public List<Node> nodes() {
    return client.nodes().list().getItems();
  }

  /** CPU and memory of a node that no pod has requested. */
  String headRoom(Node node) {
    double cpu = amount(node, "cpu").doubleValue() - requested(node, "cpu");
    double memory = amount(node, "memory").doubleValue() - requested(node, "memory");
    return String.format(Locale.ROOT, "%.2f CPU, %.0f MiB", cpu, memory / MIB);
  }

  /** CPU that no pod has requested, of the node that has least among those that accept pods. */
  double freeCpu() {
    return least("cpu");
  }

  /** Memory that no pod has requested, of the node that has least among those that accept pods. */
  public double freeGib() {
    return least("memory") / (MIB * 1024);
  }

  /** Names of the nodes that accept pods. */
  public List<String> open() {
    return nodes().stream().filter(NodeState::accepts).map(NodeState::name).toList();
  }

  private double least(String resource) {
    return nodes().stream()
        .filter(NodeState::accepts)
        .mapToDouble(it -> amount(it, resource).doubleValue() - requested(it, resource))
        .min()
        .orElse(0);
  }

  private double requested(Node node, String resource) {
    return pods(node).stream()
        .filter(pod -> !List.of("Succeeded", "Failed").contains(pod.getStatus().getPhase()))
        .flatMap(pod -> lasting(pod.getSpec()))
        .mapToDouble(container -> request(container, resource))
        .sum();
  }

  /** Containers that run as long as the pod; sidecars are init containers. */
  private static Stream<Container> lasting(PodSpec pod) {
    Stream<Container> sidecars =
        pod.getInitContainers().stream().filter(it -> "Always".equals(it.getRestartPolicy()));
    return Stream.concat(pod.getContainers().stream(), sidecars);
  }

  private List<Pod> pods(Node node) {
    try {
      return client
          .pods()
          .inAnyNamespace()
          .withField("spec.nodeName", NodeState.name(node))
          .list()
          .getItems();
    } catch (KubernetesClientException e) {
      // Without permission to list pods of other namespaces only the nodes' sizes are known.
      return List.of();
    }
  }

  private static double request(Container container, String resource) {
    if (container.getResources() == null || container.getResources().getRequests() == null) {
      return 0;
    }
    Quantity found = container.getResources().getRequests().get(resource);
    return found == null ? 0 : Quantity.getAmountInBytes(found).doubleValue();
  }

  private static BigDecimal amount(Node node, String resource) {
    return Quantity.getAmountInBytes(node.getStatus().getAllocatable().get(resource));
  }

  private static NodeSystemInfo info(Node node) {
    return node.getStatus().getNodeInfo();
  }

  private static String distinct(List<Node> nodes, Function<Node, String> fact) {
    return nodes.stream().map(fact).distinct().sorted().collect(Collectors.joining(", "));
  }

  /** Pages of the kubelets' container metrics, by node. */
  public SortedMap<String, String> containerMetrics(List<String> nodes) {
    SortedMap<String, String> pages = new TreeMap<>();
    for (String node : nodes) {
      pages.put(
          node,
          ApiServer.ask(
              "container metrics of node " + node,
              () -> client.raw("/api/v1/nodes/%s/proxy/metrics/cadvisor".formatted(node))));
    }
    return pages;
  }
}
