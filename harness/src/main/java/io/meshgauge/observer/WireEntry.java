package io.meshgauge.observer;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A hop and where its server's side is reached, as it is sent.
 *
 * @param client the calling workload
 * @param server the called service
 * @param protocol what they speak
 * @param host IPv4 address of the server's pod
 * @param port where it listens
 * @param byway port of the same host at which the same bytes may cross as well; 0: none
 * @param inner the address that is asked for in the tunnel there; null where there is none
 */
record WireEntry(
    String client,
    String server,
    Protocol protocol,
    String host,
    int port,
    int byway,
    @Nullable Address inner) {

  /** All that the observer has to know of a data plane. */
  static List<WireEntry> of(DataPlane plane) {
    return plane.wire().entrySet().stream()
        .map(
            wire ->
                new WireEntry(
                    wire.getKey().client(),
                    wire.getKey().server(),
                    wire.getKey().protocol(),
                    wire.getValue().host(),
                    wire.getValue().port(),
                    byway(plane, wire.getValue()),
                    plane.inner().get(wire.getKey())))
        .sorted(Comparator.comparing(WireEntry::server).thenComparing(WireEntry::client))
        .toList();
  }

  private static int byway(DataPlane plane, Address wire) {
    return Optional.ofNullable(plane.byways().get(wire)).map(Address::port).orElse(0);
  }

  /** A data plane with these wires and nothing else. */
  static DataPlane plane(List<WireEntry> wires) {
    Map<Hop, Address> addresses =
        wires.stream()
            .collect(Collectors.toMap(WireEntry::hop, it -> new Address(it.host(), it.port())));
    Map<Address, Address> byways = new HashMap<>();
    Map<Hop, Address> asked = new HashMap<>();
    for (WireEntry wire : wires) {
      if (wire.byway() != 0) {
        byways.put(new Address(wire.host(), wire.port()), new Address(wire.host(), wire.byway()));
      }
      if (wire.inner() != null) {
        asked.put(wire.hop(), wire.inner());
      }
    }
    return new DataPlane(List.of(), addresses, List.of(), addresses)
        .crossedBy(byways)
        .tunnelling(asked);
  }

  private Hop hop() {
    return new Hop(client, server, protocol);
  }
}
