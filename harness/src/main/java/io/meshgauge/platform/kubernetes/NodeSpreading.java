package io.meshgauge.platform.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * On which node each workload goes, so that as few calls as can be stay on one: what a network
 * encrypts between nodes is then seen between most, and on three nodes between all.
 *
 * <p>It follows from the topology and the nodes' names alone, so that all arms of a session are
 * placed alike. With one node nothing is placed.
 *
 * @param hosts value of the label {@value #LABEL} by workload
 */
record NodeSpreading(Map<String, String> hosts) {
  private static final String LABEL = "kubernetes.io/hostname";

  /** More nodes do not take more calls apart. */
  private static final int ENOUGH = 3;

  private static final Set<String> KINDS = Set.of("Deployment", "Job");

  /** Nothing is placed. */
  static final NodeSpreading WHEREVER = new NodeSpreading(Map.of());

  NodeSpreading {
    hosts = Map.copyOf(hosts);
  }

  /** The placement for some nodes, of which those are left out that take no pods of ours. */
  static NodeSpreading of(Topology topology, List<Node> nodes) {
    List<String> names =
        nodes.stream()
            .filter(NodeSpreading::open)
            .map(NodeSpreading::host)
            .sorted()
            .limit(ENOUGH)
            .toList();
    if (names.size() < 2) {
      return WHEREVER;
    }
    List<String> workloads = new ArrayList<>(topology.services());
    workloads.add(Topology.LOAD);
    int ways = (int) Math.pow(names.size(), workloads.size());
    Map<String, Integer> best = Map.of();
    double least = Double.MAX_VALUE;
    for (int way = 0; way < ways; way++) {
      Map<String, Integer> tried = spread(workloads, names.size(), way);
      double cost = cost(topology, tried, names.size());
      if (cost < least) {
        least = cost;
        best = tried;
      }
    }
    Map<String, String> hosts = new TreeMap<>();
    best.forEach((workload, node) -> hosts.put(workload, names.get(node)));
    return new NodeSpreading(hosts);
  }

  /** Digits of a number: the node of each workload. */
  private static Map<String, Integer> spread(List<String> workloads, int nodes, int number) {
    Map<String, Integer> spread = new HashMap<>();
    int left = number;
    for (String workload : workloads) {
      spread.put(workload, left % nodes);
      left /= nodes;
    }
    return spread;
  }

  /** Calls that stay on a node count whole, an uneven load of the nodes counts least. */
  private static double cost(Topology topology, Map<String, Integer> spread, int nodes) {
    double stay = 0;
    for (Hop hop : topology.hops()) {
      stay += Objects.equals(spread.get(hop.client()), spread.get(hop.server())) ? 1 : 0;
    }
    int[] load = new int[nodes];
    spread.values().forEach(node -> load[node]++);
    int squares = 0;
    for (int here : load) {
      squares += here * here;
    }
    return stay + squares / 1000.0;
  }

  private static boolean open(Node node) {
    boolean closed = Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    return !closed
        && node.getMetadata().getLabels() != null
        && node.getMetadata().getLabels().containsKey(LABEL)
        && node.getSpec().getTaints().stream().noneMatch(it -> it.getEffect().startsWith("No"));
  }

  private static String host(Node node) {
    return Objects.requireNonNull(node.getMetadata().getLabels().get(LABEL));
  }

  /** Binds the pods of workloads to their nodes; replicas of a service stay together. */
  void place(List<ObjectNode> objects) {
    for (ObjectNode object : objects) {
      String host = hosts.get(object.at("/metadata/labels/app").asText());
      if (host != null && KINDS.contains(Manifest.kind(object))) {
        object.withObject("/spec/template/spec/nodeSelector").put(LABEL, host);
      }
    }
  }
}
