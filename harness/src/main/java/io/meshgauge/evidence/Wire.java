package io.meshgauge.evidence;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Hop;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An address on the wire and the hops that end there.
 *
 * @param address where the server's side is reached
 * @param hops the hops that end there, at least one, sorted by client
 */
record Wire(Address address, List<Hop> hops) {

  /** Every wire of a data plane, in a stable order. */
  static List<Wire> of(DataPlane plane) {
    Map<Address, List<Hop>> byAddress =
        plane.wire().entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getValue,
                    Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
    return byAddress.entrySet().stream()
        .map(entry -> new Wire(entry.getKey(), sorted(entry.getValue())))
        .sorted(Comparator.comparing(Wire::subject))
        .toList();
  }

  /** The hop they all share the properties of. */
  Hop hop() {
    return hops.get(0);
  }

  /** For evidence: {@code order → logging, payment → logging}. */
  String subject() {
    return hops.stream().map(Hop::toString).collect(Collectors.joining(", "));
  }

  private static List<Hop> sorted(List<Hop> hops) {
    return hops.stream().sorted(Comparator.comparing(Hop::client)).toList();
  }
}
