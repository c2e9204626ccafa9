package io.meshgauge.observer;

import io.meshgauge.evidence.Sighting;
import io.meshgauge.evidence.TrafficKind;
import io.meshgauge.evidence.WireSightings;
import io.meshgauge.topology.Address;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Answer of {@code POST /watch/finish}.
 *
 * @param how by which means it was seen, or why nothing could be
 * @param seen what was seen, by wire address
 */
record WatchAnswer(String how, List<Seen> seen) {
  WatchAnswer {
    seen = List.copyOf(seen);
  }

  /**
   * What was seen of one wire address.
   *
   * @param host its IPv4 address
   * @param port its port
   * @param chunks how many chunks with payload were of each kind
   */
  record Seen(String host, int port, Map<TrafficKind, Long> chunks) {}

  static WatchAnswer of(WireSightings sightings) {
    return new WatchAnswer(
        sightings.how(),
        sightings.byAddress().entrySet().stream()
            .map(it -> new Seen(it.getKey().host(), it.getKey().port(), it.getValue().chunks()))
            .sorted(Comparator.comparing(Seen::host).thenComparing(Seen::port))
            .toList());
  }

  WireSightings sightings() {
    return new WireSightings(
        how,
        seen.stream()
            .collect(
                Collectors.toMap(
                    it -> new Address(it.host(), it.port()), it -> new Sighting(it.chunks()))));
  }
}
