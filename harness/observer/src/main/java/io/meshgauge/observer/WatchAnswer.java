package io.meshgauge.observer;

import io.meshgauge.evidence.capture.Exchanges;
import io.meshgauge.evidence.capture.InterNodePackets;
import io.meshgauge.evidence.capture.Sighting;
import io.meshgauge.evidence.capture.Sighting.Exposure;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.probe.TrafficKind;
import io.meshgauge.topology.Address;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Answer of {@code POST /watch/finish}.
 *
 * @param means of the capture, or why there was none
 * @param seen sightings by wire address
 * @param between means of the capture between nodes; empty if there was none
 * @param ways packets from this node to others
 * @param readable packets that left the node unencrypted, one entry per wire address
 */
record WatchAnswer(
    List<String> means,
    List<Seen> seen,
    String between,
    List<InterNodePackets.Way> ways,
    List<Read> readable) {
  WatchAnswer {
    means = List.copyOf(means);
    seen = List.copyOf(seen);
    ways = List.copyOf(ways);
    readable = List.copyOf(readable);
  }

  /**
   * Packets from or to one wire address that left the node unencrypted.
   *
   * @param host its IPv4 address
   * @param port its port
   * @param packets their number
   */
  record Read(String host, int port, long packets) {}

  /**
   * Sightings at one wire address.
   *
   * @param host its IPv4 address
   * @param port its port
   * @param chunks number of chunks with payload, by kind
   * @param exchanges how long they took
   * @param connections number of connections
   * @param exposure what could be read
   */
  record Seen(
      String host,
      int port,
      Map<TrafficKind, Long> chunks,
      Exchanges exchanges,
      long connections,
      Exposure exposure) {
    private Seen(Address address, Sighting seen) {
      this(
          address.host(),
          address.port(),
          seen.chunks(),
          seen.exchanges(),
          seen.connections(),
          seen.exposure());
    }

    private Sighting sighting() {
      return new Sighting(chunks, exchanges, connections, exposure);
    }
  }

  static WatchAnswer of(WireSightings sightings) {
    return new WatchAnswer(
        sightings.means(),
        sightings.byAddress().entrySet().stream()
            .map(it -> new Seen(it.getKey(), it.getValue()))
            .sorted(Comparator.comparing(Seen::host).thenComparing(Seen::port))
            .toList(),
        sightings.crossings().how(),
        sightings.crossings().ways(),
        sightings.crossings().readable().entrySet().stream()
            .map(it -> new Read(it.getKey().host(), it.getKey().port(), it.getValue()))
            .sorted(Comparator.comparing(Read::host).thenComparing(Read::port))
            .toList());
  }

  WireSightings sightings() {
    return new WireSightings(
        means,
        seen.stream()
            .collect(Collectors.toMap(it -> new Address(it.host(), it.port()), Seen::sighting)),
        new InterNodePackets(
            between,
            ways,
            readable.stream()
                .collect(
                    Collectors.toMap(it -> new Address(it.host(), it.port()), Read::packets))));
  }
}
