package io.meshgauge.observer;

import java.util.List;

/**
 * Body of {@code POST /watch}.
 *
 * @param wires what to look at
 */
record WatchRequest(List<WireEntry> wires) {
  WatchRequest {
    wires = List.copyOf(wires);
  }
}
