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

/**
 * A hop and where its server's side is reached, as it is sent.
 *
 * @param client the calling workload
 * @param server the called service
 * @param protocol what they speak
 * @param host IPv4 address of the server's pod
 * @param port where it listens
 * @param byway port of the same host at which the same bytes may cross as well; 0: none
 */
record WireEntry(
    String client, String server, Protocol protocol, String host, int port, int byway) {

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
                    byway(plane, wire.getValue())))
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
            .collect(
                Collectors.toMap(
                    it -> new Hop(it.client(), it.server(), it.protocol()),
                    it -> new Address(it.host(), it.port())));
    Map<Address, Address> byways = new HashMap<>();
    wires.stream()
        .filter(it -> it.byway() != 0)
        .forEach(
            it ->
                byways.put(new Address(it.host(), it.port()), new Address(it.host(), it.byway())));
    return new DataPlane(List.of(), addresses, List.of(), addresses).crossedBy(byways);
  }
}
