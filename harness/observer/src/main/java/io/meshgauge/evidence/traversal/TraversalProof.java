package io.meshgauge.evidence.traversal;

import io.meshgauge.evidence.probe.Wire;
import io.meshgauge.evidence.window.CallBounds;
import io.meshgauge.evidence.window.Expected;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.OpenConnections;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Compares what the proxies counted in the window with what the load worker sent, on both sides of
 * every hop; without proxies it proves their absence.
 *
 * <p>Where one proxy stands before the server, or on a node between, and none at the client, it
 * must have taken what was sent, and its replicas must have served that and nothing else, but for
 * what it sent again or refused; where it spreads connections, and sees no requests, see {@link
 * ConnectionProof}; where one carries the connections of all workloads, {@link SharedProxyProof};
 * where proxies carry connections in tunnels, {@link TunnelProof}. Elsewhere:
 *
 * <p>The server's side must have counted what the clients' sides did, plus what those sent again
 * and what we sampled, less what a limit of theirs refused. Calls of which no number is declared
 * may be asynchronous: one may fall between the readings of two proxies, so both sides may differ
 * by a hundredth or five requests. Their number must follow from the service's own count; otherwise
 * some may have passed no proxy, and nothing is proven of all of them ({@link CallBounds}).
 */
public final class TraversalProof {
  private static final String SOURCE = "proxies' request counters at both ends of the window";

  private final DataPlane plane;
  private final Guarantees claims;

  public TraversalProof(DataPlane plane, Guarantees claims) {
    this.plane = plane;
    this.claims = claims;
  }

  /** Judges every hop of an arm that spreads no connections. */
  public List<Evidence> evidence(
      ProxyCounters counters, LoadResult load, Map<String, Long> served) {
    return evidence(counters, load, served, OpenConnections.NOT_READ);
  }

  /**
   * Judges every hop.
   *
   * @param served how many calls each process of a service served in the window, by its own count;
   *     asked of where one proxy stands before the server
   * @param open the connections open in the window; asked of where connections are spread
   */
  public List<Evidence> evidence(
      ProxyCounters counters, LoadResult load, Map<String, Long> served, OpenConnections open) {
    List<Evidence> all = new ArrayList<>();
    if (!claims.proxied()) {
      return List.of(absence(plane));
    }
    if (plane.tunnelled()) {
      return new TunnelProof(plane, claims).evidence(counters, load, served);
    }
    if (claims.shared()) {
      return new SharedProxyProof(plane, claims, counters, load).evidence(served, open);
    }
    CallBounds bounds = new CallBounds(plane, served);
    if (claims.proxies() == Proxies.ANY_NODE) {
      for (Wire wire : Wire.of(plane)) {
        all.add(bounds.limit(before(wire, counters, load), wire.hops()));
        all.add(behind(wire, counters, bounds, load));
      }
      return all;
    }
    if (claims.balanced()) {
      for (Wire wire : Wire.of(plane)) {
        Balancing spread = plane.balancing().get(wire.hop().server());
        if (spread != null && spread.byConnection()) {
          all.addAll(new ConnectionProof(open, bounds).traversal(wire, spread, counters, load));
        } else {
          all.add(bounds.limit(before(wire, counters, load), wire.hops()));
          all.add(behind(wire, counters, bounds, load));
        }
      }
      return all;
    }
    for (Wire wire : Wire.of(plane)) {
      if (wire.hop().protocol() == Protocol.TCP) {
        all.addAll(new ByteTraversal(counters, bounds).evidence(wire));
        continue;
      }
      for (Hop hop : wire.hops()) {
        all.add(bounds.limit(clientSide(hop, counters, load), List.of(hop)));
      }
      all.add(serverSide(wire, counters, load));
      boolean numbered = wire.hops().stream().allMatch(hop -> Expected.known(hop));
      if (!numbered && bounds.counted(wire.hop().server())) {
        all.add(behind(wire, counters, bounds, load));
      }
    }
    return all;
  }

  /** Whether there is no proxy anywhere, as the baseline has it. */
  static Evidence absence(DataPlane plane) {
    boolean direct = plane.proxies().isEmpty() && plane.dial().equals(plane.wire());
    return new Evidence(
        Promise.TRAVERSAL,
        "all hops",
        direct ? Verdict.PROVEN : Verdict.DISPROVEN,
        "no proxy on any hop",
        direct
            ? "no proxy was started; every client dials its peer's own address"
            : "%d proxies were started".formatted(plane.proxies().size()),
        "the data plane as it was started");
  }

  /** Nothing is claimed of what a service served whose calls only the proxies count. */
  static Evidence uncounted(String subject, String expected, String source) {
    return new Evidence(
        Promise.TRAVERSAL,
        subject,
        Verdict.NOT_CLAIMED,
        expected,
        "the service does not count what it serves: the application's file names no metrics for it",
        source);
  }

  private Evidence clientSide(Hop hop, ProxyCounters counters, LoadResult load) {
    Expected expected =
        Expected.of(hop, load, claims.refusals()).withRetried(counters.againBefore(hop.client()));
    String subject = hop + ", client's side";
    Optional<Listener> listener = counters.outbound(hop);
    Optional<String> gap = counters.gap(listener, TrafficCounter.REQUESTS);
    if (gap.isPresent()) {
      return unknown(subject, expected.words(), gap.get(), counters.ofGap(listener));
    }
    long requests = counters.requests(listener.orElseThrow());
    return new Evidence(
        Promise.TRAVERSAL,
        subject,
        expected.holds(requests) ? Verdict.PROVEN : Verdict.DISPROVEN,
        expected.words(),
        requests + " requests",
        SOURCE);
  }

  private Evidence serverSide(Wire wire, ProxyCounters counters, LoadResult load) {
    String server = wire.hop().server();
    String subject = wire.subject() + ", server's side";
    Optional<Listener> inbound = counters.inbound(server);
    List<Optional<Listener>> sides =
        Stream.concat(Stream.of(inbound), wire.hops().stream().map(counters::outbound)).toList();
    for (Optional<Listener> side : sides) {
      Optional<String> gap = counters.gap(side, TrafficCounter.REQUESTS);
      if (gap.isPresent()) {
        return unknown(
            subject, "as many requests as the client's side", gap.get(), counters.ofGap(side));
      }
    }
    List<Listener> clients =
        wire.hops().stream().flatMap(hop -> counters.outbound(hop).stream()).toList();
    long sent = clients.stream().mapToLong(counters::requests).sum();
    long again = clients.stream().mapToLong(counters::retries).sum();
    long sampled = clients.stream().mapToLong(counters::sampled).sum();
    long refused = clients.stream().mapToLong(counters::withheld).sum();
    long took = counters.requests(inbound.orElseThrow());
    long expected = sent + again + sampled - refused;
    // A request that is given up before it is sent again was counted and not sent.
    long late = clients.stream().mapToLong(counters::timeouts).sum();
    long slack = slack(wire, sent, load) + late;
    boolean kept = Math.abs(took - expected) <= slack && (took > 0 || expected == 0);
    return new Evidence(
        Promise.TRAVERSAL,
        subject,
        kept ? Verdict.PROVEN : Verdict.DISPROVEN,
        "%d requests: %d of the client's side, %d sent again, %d sampled by us%s%s"
            .formatted(
                expected,
                sent,
                again,
                sampled,
                refused > 0 ? ", less %d refused there".formatted(refused) : "",
                slack > 0 ? ", give or take " + slack : ""),
        took + " requests",
        SOURCE);
  }

  /** The one proxy before a server took what all of its callers must have sent. */
  private Evidence before(Wire wire, ProxyCounters counters, LoadResult load) {
    String subject = wire.subject() + ", before the server";
    Expected expected =
        wire.hops().stream()
            .map(
                hop ->
                    Expected.of(hop, load, claims.refusals())
                        .withRetried(counters.againBefore(hop.client())))
            .reduce(Expected::plus)
            .orElseThrow();
    Optional<Listener> listener = counters.inbound(wire.hop().server());
    Optional<String> gap = counters.gap(listener, TrafficCounter.REQUESTS);
    if (gap.isPresent()) {
      return missing(subject, expected.words(), gap.get());
    }
    long took = counters.requests(listener.orElseThrow());
    return new Evidence(
        Promise.TRAVERSAL,
        subject,
        expected.holds(took) ? Verdict.PROVEN : Verdict.DISPROVEN,
        expected.words(),
        took + " requests",
        SOURCE);
  }

  /** What its replicas served, together, is what the proxy received: no request bypassed it. */
  private Evidence behind(Wire wire, ProxyCounters counters, CallBounds bounds, LoadResult load) {
    String server = wire.hop().server();
    String subject = wire.subject() + ", behind the proxy";
    Optional<Listener> inbound = counters.inbound(server);
    Optional<String> gap = counters.gap(inbound, TrafficCounter.REQUESTS);
    if (gap.isPresent()) {
      return missing(subject, "as many requests as the proxy took", gap.get());
    }
    Listener listener = inbound.orElseThrow();
    if (!bounds.counted(server)) {
      return uncounted(subject, "as many requests served as the proxy took", SOURCE);
    }
    long took = counters.requests(listener);
    long again = counters.retries(listener);
    long calls = bounds.servedBy(server);
    long refused =
        counters.correction(listener, TrafficCounter.RATE_LIMITED) + counters.withheld(listener);
    long expected = took + again - refused;
    // A request that is given up before it is sent again was counted and not sent.
    long late = counters.timeouts(listener);
    long slack = slack(wire, took, load) + late;
    boolean kept = Math.abs(calls - expected) <= slack && (calls > 0 || expected == 0);
    return new Evidence(
        Promise.TRAVERSAL,
        subject,
        kept ? Verdict.PROVEN : Verdict.DISPROVEN,
        "%d requests served: %d that the proxy took, %d sent again%s%s"
            .formatted(
                expected,
                took,
                again,
                refused > 0 ? ", less %d refused there".formatted(refused) : "",
                slack > 0 ? ", give or take " + slack : ""),
        calls + " requests served",
        "micrometer: calls that the replicas served in the window");
  }

  /** A request that the load worker gave up may have got no further than the first proxy. */
  private static long slack(Wire wire, long requests, LoadResult load) {
    boolean first = wire.hops().stream().anyMatch(hop -> hop.client().equals(Topology.LOAD));
    return Expected.slack(wire.hops(), requests)
        + (first ? load.unansweredBy(wire.hop().server()) : 0);
  }

  private static Evidence missing(String subject, String expected, String why) {
    return unknown(subject, expected, why, Verdict.MISSING);
  }

  private static Evidence unknown(String subject, String expected, String why, Verdict verdict) {
    return new Evidence(Promise.TRAVERSAL, subject, verdict, expected, why, SOURCE);
  }
}
