package io.meshgauge.observer;

import io.meshgauge.evidence.capture.WireWatch;
import java.util.List;
import java.util.Map;

/**
 * Body of {@code POST /watch}.
 *
 * @param wires hops to capture
 * @param peers IPv4 addresses of other nodes, by name, to which packets are captured as well
 * @param extent how much of the window is captured at the hops
 */
record WatchRequest(List<WireEntry> wires, Map<String, String> peers, WireWatch.Extent extent) {
  WatchRequest {
    wires = List.copyOf(wires);
    peers = Map.copyOf(peers);
  }
}
