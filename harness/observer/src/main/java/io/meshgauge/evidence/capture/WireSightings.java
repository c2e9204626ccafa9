package io.meshgauge.evidence.capture;

import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.HopLatency.Side;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.plane.DataPlane;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was seen of the bytes on the path during the window.
 *
 * @param means in sentences: by which means it was seen, or why nothing could be
 * @param byAddress what was seen, by wire address
 * @param crossings what was seen of the packets between nodes
 * @param leaving how long exchanges took at the nodes of their clients, by wire address, where all
 *     clients are on other nodes than the server
 */
public record WireSightings(
    List<String> means,
    Map<Address, Sighting> byAddress,
    InterNodePackets crossings,
    Map<Address, Exchanges> leaving) {
  public WireSightings {
    means = List.copyOf(means);
    byAddress = Map.copyOf(byAddress);
    leaving = Map.copyOf(leaving);
  }

  /** Sightings without a capture between nodes. */
  public WireSightings(List<String> means, Map<Address, Sighting> byAddress) {
    this(means, byAddress, InterNodePackets.NOT_LOOKED);
  }

  /** Sightings of one node. */
  public WireSightings(
      List<String> means, Map<Address, Sighting> byAddress, InterNodePackets crossings) {
    this(means, byAddress, crossings, Map.of());
  }

  /** The means in one line. */
  public String how() {
    return String.join("; ", means);
  }

  /** The same, and what was seen between nodes. */
  public WireSightings with(InterNodePackets between) {
    return new WireSightings(means, byAddress, between, leaving);
  }

  /** The same, and how long exchanges took at the nodes of their clients. */
  public WireSightings leaving(Map<Address, Exchanges> timed) {
    return new WireSightings(means, byAddress, crossings, timed);
  }

  /** What was seen in this window and in a later one of the same deployment. */
  public WireSightings plus(WireSightings later) {
    Map<Address, Sighting> both = new HashMap<>(byAddress);
    later.byAddress.forEach((address, seen) -> both.merge(address, seen, Sighting::plus));
    Map<Address, Exchanges> left = new HashMap<>(leaving);
    later.leaving.forEach((address, timed) -> left.merge(address, timed, Exchanges::plus));
    return new WireSightings(means, both, crossings.plus(later.crossings), left);
  }

  /** The same, and how long exchanges took, by server. */
  WireSightings timed(Map<Address, Exchanges> exchanges) {
    Map<Address, Sighting> both = new HashMap<>(byAddress);
    exchanges.forEach(
        (address, timed) -> both.merge(address, new Sighting(Map.of(), timed), Sighting::plus));
    return new WireSightings(means, both, crossings, leaving);
  }

  /**
   * Latency of the calls to each service where their bytes crossed, and where they left the nodes
   * of their clients. Missing are services whose wires carry several requests at a time.
   */
  public List<HopLatency> latencies(DataPlane plane) {
    List<HopLatency> found = new ArrayList<>();
    plane
        .oneAtATime()
        .forEach(
            (server, addresses) -> {
              String clients =
                  plane.to(server).stream().map(Hop::client).collect(Collectors.joining(", "));
              addresses.stream()
                  .map(address -> at(address).exchanges())
                  .reduce(Exchanges::plus)
                  .flatMap(exchanges -> exchanges.latency(clients, server, Side.WIRE))
                  .ifPresent(found::add);
              addresses.stream()
                  .flatMap(address -> Stream.ofNullable(leaving.get(address)))
                  .reduce(Exchanges::plus)
                  .flatMap(exchanges -> exchanges.latency(clients, server, Side.CLIENT_NODE))
                  .ifPresent(found::add);
            });
    return List.copyOf(found);
  }

  /** Nothing could be looked at. */
  public static WireSightings none(String why) {
    return new WireSightings(List.of(why), Map.of());
  }

  /** What was seen of an address; {@link Sighting#NOTHING} when nothing was. */
  public Sighting at(Address address) {
    return byAddress.getOrDefault(address, Sighting.NOTHING);
  }
}
