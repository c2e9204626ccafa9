package io.meshgauge.platform.kubernetes.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.topology.ClusterDesign;
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
 * Assigns workloads to nodes so that as few calls as possible stay on one node. All arms of a
 * session are placed alike, since the assignment depends only on the topology and the nodes' names;
 * left to the scheduler, each arm would have calls of its own that cross nodes. Encryption between
 * nodes can be observed on most calls then, and with three nodes on all. With one node there is
 * none.
 *
 * @param hosts value of the label {@value #LABEL} by workload
 */
public record NodeSpreading(Map<String, String> hosts) {
  private static final String LABEL = "kubernetes.io/hostname";

  /** Ways to place workloads that are all tried. */
  private static final int MAX_WAYS = 100_000;

  /** More nodes do not separate more calls. */
  private static final int MAX_NODES = 3;

  private static final Set<String> KINDS = Set.of("Deployment", "StatefulSet", "Job");

  /** No assignment. */
  static final NodeSpreading NONE = new NodeSpreading(Map.of());

  public NodeSpreading {
    hosts = Map.copyOf(hosts);
  }

  /** The assignment to the nodes that accept ordinary pods. */
  public static NodeSpreading of(Topology topology, List<Node> nodes) {
    List<String> names =
        nodes.stream()
            .filter(NodeSpreading::open)
            .map(NodeSpreading::host)
            .sorted()
            .limit(MAX_NODES)
            .toList();
    if (names.size() < 2) {
      return NONE;
    }
    List<String> workloads = new ArrayList<>(topology.services());
    workloads.add(Topology.LOAD);
    double ways = Math.pow(names.size(), workloads.size());
    Map<String, Integer> best =
        ways <= MAX_WAYS
            ? best(topology, workloads, names.size(), (int) ways)
            : oneByOne(topology, workloads, names.size());
    Map<String, String> hosts = new TreeMap<>();
    best.forEach((workload, node) -> hosts.put(workload, names.get(node)));
    return new NodeSpreading(hosts);
  }

  private static Map<String, Integer> best(
      Topology topology, List<String> workloads, int nodes, int ways) {
    Map<String, Integer> best = Map.of();
    double least = Double.MAX_VALUE;
    for (int way = 0; way < ways; way++) {
      Map<String, Integer> tried = spread(workloads, nodes, way);
      double cost = cost(topology, tried, nodes);
      if (cost < least) {
        least = cost;
        best = tried;
      }
    }
    return best;
  }

  /** Of many services, each to the node that is best for it after those before it. */
  private static Map<String, Integer> oneByOne(
      Topology topology, List<String> workloads, int nodes) {
    Map<String, Integer> placed = new HashMap<>();
    for (String workload : workloads) {
      int best = 0;
      double least = Double.MAX_VALUE;
      for (int node = 0; node < nodes; node++) {
        placed.put(workload, node);
        double cost = cost(topology, placed, nodes);
        if (cost < least) {
          least = cost;
          best = node;
        }
      }
      placed.put(workload, best);
    }
    return placed;
  }

  /** The node of each workload, from the digits of a number in base {@code nodes}. */
  private static Map<String, Integer> spread(List<String> workloads, int nodes, int number) {
    Map<String, Integer> spread = new HashMap<>();
    int left = number;
    for (String workload : workloads) {
      spread.put(workload, left % nodes);
      left /= nodes;
    }
    return spread;
  }

  /** Calls within a node weigh most, unequal use of the nodes least. */
  private static double cost(Topology topology, Map<String, Integer> spread, int nodes) {
    double stay = 0;
    for (Hop hop : topology.hops()) {
      Integer client = spread.get(hop.client());
      stay += client != null && client.equals(spread.get(hop.server())) ? 1 : 0;
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

  /**
   * Binds the pods of workloads to their nodes. Replicas of a service share one, and so does a load
   * balancer with the service behind it. What an application's own manifest binds stays there.
   */
  public void place(List<ObjectNode> objects) {
    for (ObjectNode object : objects) {
      String host = hosts.get(workload(object));
      JsonNode pod = object.at("/spec/template/spec");
      boolean bound = pod.has("nodeSelector") || pod.has("nodeName") || pod.has("affinity");
      if (host != null && KINDS.contains(Manifest.kind(object)) && !bound) {
        object.withObject("/spec/template/spec/nodeSelector").put(LABEL, host);
      }
    }
  }

  private static String workload(ObjectNode object) {
    JsonNode labels = object.at("/spec/template/metadata/labels");
    String service = labels.path(ClusterDesign.SERVICE_LABEL).asText("");
    String app = object.at("/metadata/labels/app").asText();
    return service.isEmpty() ? app.replaceFirst("-balancer$", "") : service;
  }
}
