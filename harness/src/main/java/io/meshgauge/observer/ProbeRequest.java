package io.meshgauge.observer;

import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.topology.Guarantees;
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
    List<WireEntry> wires, Guarantees claims, ProbeOptions options, IdentitySource identities) {
  ProbeRequest {
    wires = List.copyOf(wires);
  }
}
