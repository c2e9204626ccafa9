package io.meshgauge.evidence.traversal;

import io.meshgauge.evidence.probe.Wire;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Tap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares what the proxies counted in the window with what the stream carried, on both sides of
 * its hop; without proxies it proves their absence.
 *
 * <p>Each side must have taken every connection of the test. The bytes it took are at least those
 * that arrived at the far end, and at most those that were sent with the control messages. Where
 * all workloads share a proxy, so must every listener that the stream passes.
 */
public final class StreamTraversal {
  private static final String SOURCE = "proxies' connection counters at both ends of the window";

  /** What the control connection may carry: parameters and results, as JSON. */
  private static final long CONTROL_BYTES = 256 * 1024;

  private final DataPlane plane;
  private final Guarantees claims;

  public StreamTraversal(DataPlane plane, Guarantees claims) {
    this.plane = plane;
    this.claims = claims;
  }

  public List<Evidence> evidence(ProxyCounters counters, StreamResult stream) {
    if (!claims.proxied()) {
      return List.of(TraversalProof.absence(plane));
    }
    if (claims.shared() && !plane.tunnelled()) {
      return plane.listeners().stream().map(it -> station(it, counters, stream)).toList();
    }
    List<Evidence> all = new ArrayList<>();
    for (Wire wire : Wire.of(plane)) {
      Hop hop = wire.hop();
      if (claims.balanced()) {
        Optional<Listener> before = counters.inbound(hop.server());
        all.add(side(hop + ", before the server", before, counters, stream, 0));
        continue;
      }
      Optional<Listener> outbound = counters.outbound(hop);
      all.add(side(hop + ", client's side", outbound, counters, stream, 0));
      long sampled = outbound.map(counters::sampled).orElse(0L);
      Optional<Listener> inbound = counters.inbound(hop.server());
      all.add(side(hop + ", server's side", inbound, counters, stream, sampled));
    }
    return all;
  }

  /** What passed a listener of proxies that all workloads share, samples of ours included. */
  private Evidence station(Listener listener, ProxyCounters counters, StreamResult stream) {
    long sampled =
        plane.taps().stream()
            .filter(tap -> passes(tap, listener, counters))
            .mapToLong(counters::sampled)
            .sum();
    String where =
        switch (listener.side()) {
          case OUTBOUND -> "into the tunnel";
          case BETWEEN -> "at the waypoint";
          case INBOUND -> "out of the tunnel";
        };
    return side(listener.hop() + ", " + where, Optional.of(listener), counters, stream, sampled);
  }

  /** A way has a counter of its own for samples; a waypoint does not see those of its own ways. */
  private static boolean passes(Tap tap, Listener listener, ProxyCounters counters) {
    return tap.hop().server().equals(listener.hop().server())
        && switch (listener.side()) {
          case OUTBOUND -> false;
          case BETWEEN -> counters.outbound(tap.hop()).isPresent();
          case INBOUND -> true;
        };
  }

  private static Evidence side(
      String subject,
      Optional<Listener> listener,
      ProxyCounters counters,
      StreamResult stream,
      long sampled) {
    long connections = stream.connections() + sampled;
    long most = stream.sentBytes() + CONTROL_BYTES;
    String expected =
        "%d connections%s, %d to %d bytes: from what arrived to what was sent"
            .formatted(
                connections,
                sampled > 0 ? ", %d of them sampled by us".formatted(sampled) : "",
                stream.receivedBytes(),
                most);
    Optional<String> gap = counters.gap(listener, TrafficCounter.REQUESTS, TrafficCounter.BYTES);
    if (gap.isPresent()) {
      return evidence(subject, Verdict.MISSING, expected, gap.get());
    }
    long took = counters.requests(listener.orElseThrow());
    long bytes = counters.count(listener.orElseThrow(), TrafficCounter.BYTES);
    boolean kept = took == connections && bytes >= stream.receivedBytes() && bytes <= most;
    return evidence(
        subject,
        kept ? Verdict.PROVEN : Verdict.DISPROVEN,
        expected,
        "%d connections, %d bytes".formatted(took, bytes));
  }

  private static Evidence evidence(
      String subject, Verdict verdict, String expected, String observed) {
    return new Evidence(Promise.TRAVERSAL, subject, verdict, expected, observed, SOURCE);
  }
}
