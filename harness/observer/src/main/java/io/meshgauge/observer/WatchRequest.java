package io.meshgauge.observer;

import java.util.List;
import java.util.Map;

/**
 * Body of {@code POST /watch}.
 *
 * @param wires hops to capture
 * @param peers IPv4 addresses of other nodes, by name, to which packets are captured as well
 */
record WatchRequest(List<WireEntry> wires, Map<String, String> peers) {
  WatchRequest {
    wires = List.copyOf(wires);
    peers = Map.copyOf(peers);
  }
}
