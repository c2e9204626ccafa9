package io.meshgauge.platform.kubernetes.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.api.NodeState;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.node.NodePlacement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Nodes of workloads, drawn for a requested placement. All arms of a session that request the same
 * are placed alike, since the draw depends only on the topology, the nodes' names and the seed;
 * left to the scheduler, each arm would have calls of its own that cross nodes.
 *
 * @param nodes names of nodes by workload; empty if no node accepts pods
 * @param hosts value of the label {@value NodeState#HOST} by workload, to which pods are bound;
 *     empty if there is no choice
 */
public record NodeAssignment(SortedMap<String, String> nodes, Map<String, String> hosts) {
  /** Ways to place workloads that are all tried. */
  private static final int MAX_WAYS = 100_000;

  /** More nodes do not separate more calls. */
  private static final int MAX_NODES = 3;

  private static final Set<String> KINDS = Set.of("Deployment", "StatefulSet", "Job");

  public NodeAssignment {
    nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
    hosts = Map.copyOf(hosts);
  }

  /**
   * Draws the nodes of workloads among those that accept ordinary pods.
   *
   * @param all nodes of the cluster
   * @param workers load workers, at least 1. Where there are nodes that no service needs, each has
   *     one of these
   * @throws PlatformException if the cluster lacks nodes or zones that the placement requires
   */
  public static NodeAssignment of(
      Topology topology, List<Node> all, NodePlacement placement, int workers) {
    List<Node> open =
        all.stream()
            .filter(NodeState::accepts)
            .sorted(Comparator.comparing(NodeState::name))
            .toList();
    List<String> workloads = new ArrayList<>(topology.services());
    IntStream.range(0, workers).mapToObj(NodePlacement::worker).forEach(workloads::add);
    Map<String, Node> given = given(workloads, all, placement);
    if (open.isEmpty() || (open.size() == 1 && given.isEmpty())) {
      return alone(workloads, open);
    }
    boolean ofLoad = given.containsKey(Topology.LOAD);
    List<Node> drawn = new ArrayList<>(open);
    Collections.shuffle(drawn, new Random(placement.seed()));
    switch (placement.kind()) {
      case ONE_NODE -> drawn.subList(1, drawn.size()).clear();
      case ZONES -> drawn = oneOfEachZone(drawn);
      default -> {
        List<Node> spare = drawn.subList(Math.min(MAX_NODES, drawn.size()), drawn.size());
        for (int i = 0; i < workers && !spare.isEmpty() && !ofLoad; i++) {
          given.putIfAbsent(NodePlacement.worker(i), spare.get(i % spare.size()));
        }
      }
    }
    drawn = new ArrayList<>(drawn.stream().limit(MAX_NODES).toList());
    int free = drawn.size();
    Map<String, Integer> fixed = new LinkedHashMap<>();
    for (Map.Entry<String, Node> entry : given.entrySet()) {
      if (!drawn.contains(entry.getValue())) {
        drawn.add(entry.getValue());
      }
      fixed.put(entry.getKey(), drawn.indexOf(entry.getValue()));
    }
    Map<String, Integer> places = best(topology, fixed, free);
    workloads.stream()
        .filter(NodePlacement::isWorker)
        .forEach(worker -> places.putIfAbsent(worker, places.get(Topology.LOAD)));
    return misplaced(bound(places, drawn), open, placement);
  }

  /** Without a choice workloads are bound to no node; the one that accepts them gets all. */
  private static NodeAssignment alone(List<String> workloads, List<Node> open) {
    SortedMap<String, String> nodes = new TreeMap<>();
    open.forEach(node -> workloads.forEach(it -> nodes.put(it, NodeState.name(node))));
    return new NodeAssignment(nodes, Map.of());
  }

  private static Map<String, Node> given(
      List<String> workloads, List<Node> all, NodePlacement placement) {
    Map<String, Node> byName =
        all.stream().collect(Collectors.toMap(NodeState::name, Function.identity()));
    Map<String, Node> given = new LinkedHashMap<>();
    placement
        .given()
        .forEach(
            (workload, name) -> {
              Node node = byName.get(name);
              if (node == null) {
                throw new PlatformException(
                    "placement %s=%s: the cluster has no node %s; it has %s"
                        .formatted(workload, name, name, new TreeMap<>(byName).keySet()));
              }
              NodeState.refusal(node)
                  .ifPresent(
                      reason -> {
                        throw new PlatformException(
                            "placement %s=%s: the node accepts no pod, because %s; name another one"
                                .formatted(workload, name, reason));
                      });
              // An arm of a plan that does not reach a service need not place it.
              if (workloads.contains(workload)) {
                given.put(workload, node);
              } else if (NodePlacement.isWorker(workload)) {
                throw new PlatformException(
                    "placement %s=%s: there is no such load worker; the workloads are %s. Set load-workers of protocol, or leave the worker out"
                        .formatted(workload, name, String.join(", ", workloads)));
              }
            });
    return given;
  }

  private static List<Node> oneOfEachZone(List<Node> nodes) {
    Map<String, Node> zones = new LinkedHashMap<>();
    nodes.forEach(node -> NodeState.zone(node).ifPresent(zone -> zones.putIfAbsent(zone, node)));
    if (zones.size() < 2) {
      throw new PlatformException(
          "placement zones: expected nodes that accept pods in two zones or more, by the label topology.kubernetes.io/zone; the zones are %s. Request spread, or label the nodes"
              .formatted(zones.keySet()));
    }
    return List.copyOf(zones.values());
  }

  private static NodeAssignment bound(Map<String, Integer> places, List<Node> drawn) {
    SortedMap<String, String> nodes = new TreeMap<>();
    Map<String, String> hosts = new HashMap<>();
    places.forEach(
        (workload, place) -> {
          nodes.put(workload, NodeState.name(drawn.get(place)));
          hosts.put(workload, NodeState.host(drawn.get(place)));
        });
    return new NodeAssignment(nodes, hosts);
  }

  /** Binds one workload to another node than drawn, where that is the fault on purpose. */
  private static NodeAssignment misplaced(
      NodeAssignment drawn, List<Node> nodes, NodePlacement placement) {
    Map<String, String> hosts = new HashMap<>(drawn.hosts);
    placement
        .misplaced()
        .ifPresent(
            workload ->
                nodes.stream()
                    .map(NodeState::host)
                    .filter(host -> !host.equals(hosts.get(workload)))
                    .findFirst()
                    .ifPresent(host -> hosts.replace(workload, host)));
    return new NodeAssignment(drawn.nodes, hosts);
  }

  /**
   * Places workloads so that as few calls as possible stay within a node.
   *
   * @param fixed places that are not chosen
   * @param free number of places to choose from
   */
  private static Map<String, Integer> best(
      Topology topology, Map<String, Integer> fixed, int free) {
    List<String> chosen =
        Stream.concat(topology.services().stream(), Stream.of(Topology.LOAD))
            .filter(it -> !fixed.containsKey(it))
            .toList();
    double ways = Math.pow(free, chosen.size());
    if (ways > MAX_WAYS) {
      return oneByOne(topology, chosen, fixed, free);
    }
    return IntStream.range(0, (int) ways)
        .mapToObj(way -> spread(chosen, fixed, free, way))
        .min(Comparator.comparingDouble(it -> cost(topology, it)))
        .orElseThrow();
  }

  /** Of many services, each to the node that is best for it after those before it. */
  private static Map<String, Integer> oneByOne(
      Topology topology, List<String> chosen, Map<String, Integer> fixed, int free) {
    Map<String, Integer> placed = new HashMap<>(fixed);
    for (String workload : chosen) {
      int best =
          IntStream.range(0, free)
              .boxed()
              .min(
                  Comparator.comparingDouble(
                      node -> {
                        placed.put(workload, node);
                        return cost(topology, placed);
                      }))
              .orElseThrow();
      placed.put(workload, best);
    }
    return placed;
  }

  /** The node of each workload, from the digits of a number in base {@code free}. */
  private static Map<String, Integer> spread(
      List<String> chosen, Map<String, Integer> fixed, int free, int number) {
    Map<String, Integer> spread = new HashMap<>(fixed);
    int left = number;
    for (String workload : chosen) {
      spread.put(workload, left % free);
      left /= free;
    }
    return spread;
  }

  /** Calls within a node weigh most, unequal use of the nodes least. */
  private static double cost(Topology topology, Map<String, Integer> spread) {
    double stay = 0;
    for (Hop hop : topology.hops()) {
      Integer client = spread.get(hop.client());
      stay += client != null && client.equals(spread.get(hop.server())) ? 1 : 0;
    }
    Map<Integer, Long> uses =
        spread.values().stream()
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    double squares = uses.values().stream().mapToDouble(it -> it * it).sum();
    return stay + squares / 1000;
  }

  /** Number of nodes that the workloads of an arm are spread over, of those that accept pods. */
  public static int used(int open) {
    return Math.min(open, MAX_NODES);
  }

  /**
   * Binds the pods of workloads to their nodes. Replicas of a service share one, and so does a load
   * balancer with the service behind it. What an application's own manifest binds stays there.
   *
   * @return the drawn nodes of the workloads that were bound, by workload
   */
  public SortedMap<String, String> place(List<ObjectNode> objects) {
    SortedMap<String, String> drawn = new TreeMap<>();
    for (ObjectNode object : objects) {
      String workload = workload(object);
      String host = hosts.get(workload);
      JsonNode pod = object.at("/spec/template/spec");
      boolean bound = pod.has("nodeSelector") || pod.has("nodeName") || pod.has("affinity");
      if (host != null && KINDS.contains(Manifest.kind(object)) && !bound) {
        object.withObject("/spec/template/spec/nodeSelector").put(NodeState.HOST, host);
        drawn.put(workload, Objects.requireNonNull(nodes.get(workload)));
      }
    }
    return drawn;
  }

  /** Nodes of the load workers. */
  public SortedSet<String> ofLoad() {
    return nodes.entrySet().stream()
        .filter(it -> NodePlacement.isWorker(it.getKey()))
        .map(Map.Entry::getValue)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String workload(ObjectNode object) {
    return WorkerJobs.workload(object)
        .orElseGet(() -> Manifest.service(object).replaceFirst("-balancer$", ""));
  }
}
