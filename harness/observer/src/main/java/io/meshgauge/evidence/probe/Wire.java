package io.meshgauge.evidence.probe;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.plane.DataPlane;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An address on the wire and the hops that end there.
 *
 * @param address where the server's side is reached
 * @param hops the hops that end there, at least one, sorted by client
 * @param inner the address that the first of them asks for in its tunnel; empty where the wire is
 *     none
 * @param replica the process of the server, from the second on; empty of the first
 */
public record Wire(
    Address address, List<Hop> hops, Optional<Address> inner, Optional<Replica> replica) {

  /** The wires to every process of every service, in a stable order. */
  public static List<Wire> ofReplicas(DataPlane plane) {
    List<Wire> first = of(plane);
    Stream<Wire> further =
        first.stream()
            .flatMap(
                wire ->
                    plane.replicas().wire(wire.hop().server()).entrySet().stream()
                        .map(it -> wire.to(it.getKey(), it.getValue())));
    return Stream.concat(first.stream(), further)
        .sorted(Comparator.comparing(Wire::subject))
        .toList();
  }

  /** Every wire of a data plane to the first process of a service, in a stable order. */
  public static List<Wire> of(DataPlane plane) {
    Map<Address, List<Hop>> byAddress =
        plane.wire().entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getValue,
                    Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
    return byAddress.entrySet().stream()
        .map(entry -> wire(plane, entry.getKey(), sorted(entry.getValue())))
        .sorted(Comparator.comparing(Wire::subject))
        .toList();
  }

  private static Wire wire(DataPlane plane, Address address, List<Hop> hops) {
    return new Wire(
        address, hops, Optional.ofNullable(plane.inner().get(hops.get(0))), Optional.empty());
  }

  /** The address of the server for clients that do not use the tunnel. */
  Address open() {
    return inner.orElse(address);
  }

  /** Whether its tunnel ends at the server, and at nothing that stands before it. */
  public boolean endsAtServer() {
    return inner.map(it -> it.host().equals(address.host())).orElse(true);
  }

  /** The hop they all share the properties of. */
  public Hop hop() {
    return hops.get(0);
  }

  private Wire to(Replica other, Address at) {
    return new Wire(at, hops, inner, Optional.of(other));
  }

  /** For evidence: {@code web → prices, cart → prices}, or {@code web → prices (prices-2)}. */
  public String subject() {
    return hops.stream().map(Hop::toString).collect(Collectors.joining(", "))
        + replica.map(it -> " (" + it + ")").orElse("");
  }

  private static List<Hop> sorted(List<Hop> hops) {
    return hops.stream().sorted(Comparator.comparing(Hop::client)).toList();
  }
}
