package io.meshgauge.observer;

import java.util.List;
import java.util.Map;

/**
 * Body of {@code POST /watch}.
 *
 * @param wires what to look at
 * @param peers IPv4 addresses of other nodes, by name: also look at what leaves for them
 */
record WatchRequest(List<WireEntry> wires, Map<String, String> peers) {
  WatchRequest {
    wires = List.copyOf(wires);
    peers = Map.copyOf(peers);
  }
}
