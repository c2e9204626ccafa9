package io.meshgauge.observer;

import io.meshgauge.evidence.ProbeOptions;
import io.meshgauge.topology.Claims;
import java.util.List;

/**
 * Body of {@code POST /probe}.
 *
 * @param wires where to call
 * @param claims what must hold there
 * @param options how to call
 * @param identities what our clients show
 */
record ProbeRequest(
    List<WireEntry> wires, Claims claims, ProbeOptions options, IdentitySource identities) {
  ProbeRequest {
    wires = List.copyOf(wires);
  }
}
