package io.meshgauge.evidence.traversal;

import io.meshgauge.evidence.probe.Wire;
import io.meshgauge.evidence.window.CallBounds;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.plane.Listener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges a hop of plain TCP under requests, of which proxies count bytes and no calls: both sides
 * must have carried bytes in the window, and as many. What was under way when they were read may
 * differ.
 */
final class ByteTraversal {
  private static final String SOURCE = "proxies' byte counters at both ends of the window";

  /** What may be under way between two readings: some messages, or a hundredth. */
  private static final long UNDER_WAY_BYTES = 64 * 1024;

  private static final double UNDER_WAY_SHARE = 0.01;

  private final ProxyCounters counters;
  private final CallBounds bounds;

  ByteTraversal(ProxyCounters counters, CallBounds bounds) {
    this.counters = counters;
    this.bounds = bounds;
  }

  List<Evidence> evidence(Wire wire) {
    List<Evidence> all = new ArrayList<>();
    long sent = 0;
    for (Hop hop : wire.hops()) {
      Optional<Listener> outbound = counters.outbound(hop);
      Evidence client =
          side(hop + ", client's side", outbound, "more than 0 bytes", 1, Long.MAX_VALUE);
      all.add(bounds.limit(client, List.of(hop)));
      sent += bytes(outbound).orElse(0L);
    }
    long margin = Math.max(UNDER_WAY_BYTES, Math.round(sent * UNDER_WAY_SHARE));
    all.add(
        side(
            wire.subject() + ", server's side",
            counters.inbound(wire.hop().server()),
            "%d bytes, as the client's side, give or take %d".formatted(sent, margin),
            Math.max(1, sent - margin),
            sent + margin));
    return all;
  }

  private Evidence side(
      String subject, Optional<Listener> listener, String expected, long least, long most) {
    Optional<Long> bytes = bytes(listener);
    if (bytes.isEmpty()) {
      String gap = counters.gap(listener, TrafficCounter.BYTES).orElseThrow();
      return new Evidence(
          Promise.TRAVERSAL, subject, counters.ofGap(listener), expected, gap, SOURCE);
    }
    boolean kept = bytes.get() >= least && bytes.get() <= most;
    return new Evidence(
        Promise.TRAVERSAL,
        subject,
        kept ? Verdict.PROVEN : Verdict.DISPROVEN,
        expected,
        "%d bytes".formatted(bytes.get()),
        SOURCE);
  }

  private Optional<Long> bytes(Optional<Listener> listener) {
    return counters.gap(listener, TrafficCounter.BYTES).isPresent()
        ? Optional.empty()
        : listener.map(it -> counters.count(it, TrafficCounter.BYTES));
  }
}
