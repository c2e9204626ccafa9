package io.meshgauge.observer;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Hop.Calls;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Service.Probe;
import io.meshgauge.topology.plane.DataPlane;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A hop and the address of its server's side, in requests.
 *
 * @param client the calling workload
 * @param server the called service
 * @param protocol of the hop
 * @param probe what may be sent to the server
 * @param host IPv4 address of the server's pod
 * @param port on which it listens
 * @param alternate another port of the host that may carry the same bytes; 0 if none
 * @param inner target address inside the tunnel; null without a tunnel
 */
record WireEntry(
    String client,
    String server,
    Protocol protocol,
    Probe probe,
    String host,
    int port,
    int alternate,
    @Nullable Address inner) {

  /** The wire of a data plane. */
  static List<WireEntry> of(DataPlane plane) {
    return plane.wire().entrySet().stream()
        .map(
            wire ->
                new WireEntry(
                    wire.getKey().client(),
                    wire.getKey().server(),
                    wire.getKey().protocol(),
                    wire.getKey().probe(),
                    wire.getValue().host(),
                    wire.getValue().port(),
                    alternate(plane, wire.getValue()),
                    plane.inner().get(wire.getKey())))
        .sorted(Comparator.comparing(WireEntry::server).thenComparing(WireEntry::client))
        .toList();
  }

  private static int alternate(DataPlane plane, Address wire) {
    return Optional.ofNullable(plane.alternates().get(wire)).map(Address::port).orElse(0);
  }

  /** A data plane that consists of these wires. */
  static DataPlane plane(List<WireEntry> wires) {
    Map<Hop, Address> addresses =
        wires.stream()
            .collect(Collectors.toMap(WireEntry::hop, it -> new Address(it.host(), it.port())));
    Map<Address, Address> alternates = new HashMap<>();
    Map<Hop, Address> inner = new HashMap<>();
    for (WireEntry wire : wires) {
      if (wire.alternate() != 0) {
        alternates.put(
            new Address(wire.host(), wire.port()), new Address(wire.host(), wire.alternate()));
      }
      if (wire.inner() != null) {
        inner.put(wire.hop(), wire.inner());
      }
    }
    return new DataPlane(List.of(), addresses, List.of(), addresses)
        .withAlternates(alternates)
        .tunnelling(inner);
  }

  private Hop hop() {
    return new Hop(client, server, protocol, Calls.UNKNOWN, probe);
  }
}
