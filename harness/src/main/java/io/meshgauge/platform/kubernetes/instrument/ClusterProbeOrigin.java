package io.meshgauge.platform.kubernetes.instrument;

import io.meshgauge.evidence.ProbeOrigin;
import io.meshgauge.evidence.capture.Exchanges;
import io.meshgauge.evidence.capture.InterNodePackets;
import io.meshgauge.evidence.capture.Sighting;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.enforcement.RuleWatch;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.plane.DataPlane;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Probes from several nodes. Each node captures the traffic of its own pods and calls them, which
 * is always permitted, while a network with policies denies other nodes.
 *
 * @param nodes probe origins by node name, at least one
 * @param places node of each service; other services are called from the first node
 * @param workloads nodes of each workload; traffic between others is captured on every node
 * @param outsider origin of all calls instead of the nodes; empty to call from the nodes
 */
record ClusterProbeOrigin(
    SortedMap<String, ProbeOrigin> nodes,
    Supplier<Map<String, String>> places,
    Supplier<Map<String, Set<String>>> workloads,
    Optional<ProbeOrigin> outsider)
    implements ProbeOrigin {
  ClusterProbeOrigin {
    nodes = new TreeMap<>(nodes);
  }

  @Override
  public List<Evidence> probe(DataPlane plane, Guarantees claims, ProbeOptions options) {
    if (outsider.isPresent()) {
      return outsider.get().probe(plane, claims, options);
    }
    List<Evidence> all = new ArrayList<>();
    byNode(plane).forEach((node, own) -> all.addAll(view(node).probe(own, claims, options)));
    return all;
  }

  @Override
  public RuleWatch rules(DataPlane plane, Guarantees claims, ProbeOptions options) {
    return outsider
        .map(it -> it.rules(plane, claims, options))
        .orElseGet(
            () ->
                RuleWatch.together(
                    byNode(plane).entrySet().stream()
                        .map(it -> view(it.getKey()).rules(it.getValue(), claims, options))
                        .toList()));
  }

  /** The part of a data plane that each node calls: the services that run there. */
  private SortedMap<String, DataPlane> byNode(DataPlane plane) {
    Map<String, String> where = places.get();
    SortedMap<String, Map<Hop, Address>> wires = new TreeMap<>();
    plane
        .wire()
        .forEach(
            (hop, wire) ->
                wires
                    .computeIfAbsent(
                        Optional.ofNullable(where.get(hop.server()))
                            .filter(nodes::containsKey)
                            .orElseGet(nodes::firstKey),
                        node -> new HashMap<>())
                    .put(hop, wire));
    if (wires.size() <= 1) {
      return new TreeMap<>(Map.of(wires.isEmpty() ? nodes.firstKey() : wires.firstKey(), plane));
    }
    SortedMap<String, DataPlane> parts = new TreeMap<>();
    wires.forEach(
        (node, own) -> parts.put(node, new DataPlane(List.of(), plane.dial(), List.of(), own)));
    return parts;
  }

  private ProbeOrigin view(String node) {
    return Objects.requireNonNull(nodes.get(node));
  }

  @Override
  public WireWatch watch(DataPlane plane, WireWatch.Extent extent) {
    SortedMap<String, WireWatch> watches = new TreeMap<>();
    Map<String, Set<String>> where = workloads.get();
    nodes.forEach(
        (node, origin) ->
            watches.put(node, origin.watch(plane.over(hop -> passes(hop, node, where)), extent)));
    return new Watches(plane, watches, where);
  }

  /** The watches of all nodes. */
  private final class Watches implements WireWatch {
    private final DataPlane plane;
    private final SortedMap<String, WireWatch> byNode;
    private final Map<String, Set<String>> where;

    Watches(DataPlane plane, SortedMap<String, WireWatch> byNode, Map<String, Set<String>> where) {
      this.plane = plane;
      this.byNode = byNode;
      this.where = where;
    }

    @Override
    public WireSightings finish() {
      SortedMap<String, WireSightings> seen = new TreeMap<>();
      byNode.forEach((node, watch) -> seen.put(node, watch.finish()));
      return together(plane, seen, places.get())
          .leaving(ClusterProbeOrigin.leaving(plane, seen, where));
    }

    @Override
    public void close() {
      byNode.values().forEach(WireWatch::close);
    }
  }

  /** Whether packets of a hop may pass a node; a capture would await those of others in vain. */
  private static boolean passes(Hop hop, String node, Map<String, Set<String>> where) {
    Set<String> ends = new HashSet<>(where.getOrDefault(hop.client(), Set.of()));
    ends.addAll(where.getOrDefault(hop.server(), Set.of()));
    return ends.isEmpty() || ends.contains(node);
  }

  /**
   * What all nodes saw. A call between nodes passes both, so it is timed at the server's, which
   * sees the calls of every client; where that is not known, at the node that timed most.
   *
   * @param seen by node
   * @param places node of each service
   */
  static WireSightings together(
      DataPlane plane, SortedMap<String, WireSightings> seen, Map<String, String> places) {
    Map<Address, String> servers = new HashMap<>();
    plane
        .wire()
        .forEach(
            (hop, address) ->
                Optional.ofNullable(places.get(hop.server()))
                    .ifPresent(node -> servers.put(address, node)));
    Map<Address, Sighting> sum = new HashMap<>();
    seen.values().stream()
        .flatMap(one -> one.byAddress().keySet().stream())
        .distinct()
        .forEach(
            address -> {
              Sighting all =
                  seen.values().stream()
                      .map(one -> one.at(address))
                      .reduce(Sighting.NOTHING, Sighting::plus);
              Exchanges timed =
                  Optional.ofNullable(servers.get(address))
                      .map(seen::get)
                      .map(one -> one.at(address).exchanges())
                      .filter(it -> it.timed() > 0)
                      .orElseGet(() -> most(seen, address));
              sum.put(address, all.with(timed));
            });
    // What holds for all nodes is said once.
    List<String> means =
        seen.values().stream().flatMap(it -> it.means().stream()).distinct().toList();
    InterNodePackets between =
        seen.values().stream()
            .map(WireSightings::crossings)
            .reduce(InterNodePackets.NOT_LOOKED, InterNodePackets::plus);
    return new WireSightings(means, sum).with(between);
  }

  /**
   * The exchanges of a wire at the nodes of its clients. Each node takes both times of an exchange
   * by its own clock, so that what they differ by from those at the server's node is the network in
   * between, whatever the clocks show. Where all are on one node there is none. Where only some
   * clients are on the server's node, or any node is not known, calls between nodes and within one
   * cannot be distinguished.
   */
  private static Map<Address, Exchanges> leaving(
      DataPlane plane, SortedMap<String, WireSightings> seen, Map<String, Set<String>> where) {
    Map<Address, Set<String>> clients = new HashMap<>();
    Map<Address, Set<String>> servers = new HashMap<>();
    Set<Address> unknown = new HashSet<>();
    plane
        .wire()
        .forEach(
            (hop, address) -> {
              Set<String> client = where.getOrDefault(hop.client(), Set.of());
              Set<String> server = where.getOrDefault(hop.server(), Set.of());
              clients.computeIfAbsent(address, it -> new HashSet<>()).addAll(client);
              servers.computeIfAbsent(address, it -> new HashSet<>()).addAll(server);
              if (client.isEmpty() || server.isEmpty()) {
                unknown.add(address);
              }
            });
    Map<Address, Exchanges> leaving = new HashMap<>();
    clients.keySet().removeAll(unknown);
    clients.forEach(
        (address, nodes) -> {
          Set<String> server = Objects.requireNonNull(servers.get(address));
          if (Collections.disjoint(nodes, server) || (nodes.size() == 1 && nodes.equals(server))) {
            nodes.stream()
                .flatMap(node -> Stream.ofNullable(seen.get(node)))
                .map(one -> one.at(address).exchanges())
                .reduce(Exchanges::plus)
                .filter(timed -> timed.timed() > 0)
                .ifPresent(timed -> leaving.put(address, timed));
          }
        });
    return leaving;
  }

  private static Exchanges most(SortedMap<String, WireSightings> seen, Address address) {
    return seen.values().stream()
        .map(one -> one.at(address).exchanges())
        .max(Comparator.comparingLong(Exchanges::timed))
        .orElse(Exchanges.NONE);
  }
}
