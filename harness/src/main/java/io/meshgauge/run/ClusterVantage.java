package io.meshgauge.run;

import io.meshgauge.evidence.ProbeOptions;
import io.meshgauge.evidence.Sighting;
import io.meshgauge.evidence.TrafficKind;
import io.meshgauge.evidence.Vantage;
import io.meshgauge.evidence.WireSightings;
import io.meshgauge.evidence.WireWatch;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Claims;
import io.meshgauge.topology.DataPlane;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The view from several nodes: any of them can call every pod, and each sees the bytes of its own.
 *
 * @param nodes the views, at least one
 */
record ClusterVantage(List<Vantage> nodes) implements Vantage {
  ClusterVantage {
    nodes = List.copyOf(nodes);
  }

  @Override
  public List<Evidence> probe(DataPlane plane, Claims claims, ProbeOptions options) {
    return nodes.get(0).probe(plane, claims, options);
  }

  @Override
  public WireWatch watch(DataPlane plane) {
    List<WireWatch> watches = nodes.stream().map(node -> node.watch(plane)).toList();
    return () -> together(watches.stream().map(WireWatch::finish).toList());
  }

  private static WireSightings together(List<WireSightings> all) {
    Map<Address, Sighting> sum = new HashMap<>();
    all.forEach(
        one ->
            one.byAddress()
                .forEach((address, seen) -> sum.merge(address, seen, ClusterVantage::sum)));
    String how =
        all.stream().map(WireSightings::how).collect(Collectors.toCollection(TreeSet::new)).stream()
            .collect(Collectors.joining("; "));
    return new WireSightings(how, sum);
  }

  private static Sighting sum(Sighting one, Sighting other) {
    Map<TrafficKind, Long> chunks = new EnumMap<>(TrafficKind.class);
    chunks.putAll(one.chunks());
    other.chunks().forEach((kind, count) -> chunks.merge(kind, count, Long::sum));
    return new Sighting(chunks);
  }
}
