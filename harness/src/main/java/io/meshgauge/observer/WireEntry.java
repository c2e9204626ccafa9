package io.meshgauge.observer;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A hop and where its server's side is reached, as it is sent.
 *
 * @param client the calling workload
 * @param server the called service
 * @param protocol what they speak
 * @param host IPv4 address of the server's pod
 * @param port where it listens
 */
record WireEntry(String client, String server, Protocol protocol, String host, int port) {

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
                    wire.getValue().port()))
        .sorted(Comparator.comparing(WireEntry::server).thenComparing(WireEntry::client))
        .toList();
  }

  /** A data plane with these wires and nothing else. */
  static DataPlane plane(List<WireEntry> wires) {
    Map<Hop, Address> addresses =
        wires.stream()
            .collect(
                Collectors.toMap(
                    it -> new Hop(it.client(), it.server(), it.protocol()),
                    it -> new Address(it.host(), it.port())));
    return new DataPlane(List.of(), addresses, List.of(), addresses);
  }
}
