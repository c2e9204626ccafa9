package io.meshgauge.observer;

import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.observer.identity.IdentitySource;
import io.meshgauge.topology.Guarantees;
import java.util.List;

/**
 * Body of {@code POST /probe}.
 *
 * @param wires hops to probe
 * @param claims guarantees that must hold there
 * @param options of the probes
 * @param identities of the probing clients
 */
record ProbeRequest(
    List<WireEntry> wires, Guarantees claims, ProbeOptions options, IdentitySource identities) {
  ProbeRequest {
    wires = List.copyOf(wires);
  }
}
