package io.meshgauge.evidence.traversal;

import io.meshgauge.evidence.window.CallBounds;
import io.meshgauge.evidence.window.Expected;
import io.meshgauge.evidence.window.LeastBytes;
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
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Judges the window where one proxy carries the connections of all workloads, and sees no requests.
 *
 * <p>Every hop's way must have taken at least the bytes that its requests have by their protocol.
 * The kernel tells whose the connections to the services were while the load was sent: all must be
 * the proxy's own, and without a waypoint as many as its callers opened to it. The services must
 * have served what was sent. So no request came past the proxy. A waypoint, which sees requests,
 * must have counted exactly those.
 */
final class SharedProxyProof {
  private static final String BYTES = "the proxy's counters of bytes at both ends of the window";
  private static final String KERNEL =
      "tcp/connections.txt: the kernel's table while the load was sent";
  private static final String SERVED = "micrometer: calls that the services served in the window";
  private static final String REQUESTS = "the waypoint's counters at both ends of the window";

  private final DataPlane plane;
  private final Guarantees claims;
  private final ProxyCounters counters;
  private final LoadResult load;

  SharedProxyProof(DataPlane plane, Guarantees claims, ProxyCounters counters, LoadResult load) {
    this.plane = plane;
    this.claims = claims;
    this.counters = counters;
    this.load = load;
  }

  /**
   * Judges every hop.
   *
   * @param served how many calls each service served in the window, by its own count
   * @param open the connections open in the window
   */
  public List<Evidence> evidence(Map<String, Long> served, OpenConnections open) {
    List<Evidence> all = new ArrayList<>();
    CallBounds bounds = new CallBounds(plane, served);
    for (Listener end : of(Side.INBOUND)) {
      String server = end.hop().server();
      List<Listener> ways =
          of(Side.OUTBOUND).stream().filter(it -> it.hop().server().equals(server)).toList();
      ways.forEach(way -> all.add(bounds.limit(way(way), List.of(way.hop()))));
      all.add(connections(server, ways, open));
      if (claims.proxies() == Proxies.SHARED_AND_WAYPOINT) {
        all.add(waypoint(server, ways));
      }
      all.add(served(server, ways, served));
    }
    return all;
  }

  private List<Listener> of(Side side) {
    return plane.listeners().stream().filter(it -> it.side() == side).toList();
  }

  /** The bytes that a client's connections brought to the proxy. */
  private Evidence way(Listener way) {
    Expected requests = expected(way.hop());
    long least = requests.least() * LeastBytes.UP;
    String subject = way.hop() + ", into the tunnel";
    String expected =
        "at least %d bytes on connections: %d requests of %d bytes or more"
            .formatted(least, requests.least(), LeastBytes.UP);
    Optional<String> gap = counters.gap(way, TrafficCounter.BYTES, TrafficCounter.REQUESTS);
    if (gap.isPresent()) {
      return missing(subject, expected, gap.get(), BYTES);
    }
    long bytes = counters.count(way, TrafficCounter.BYTES);
    long ever = counters.ever(way, TrafficCounter.REQUESTS);
    return evidence(
        subject,
        bytes >= least && ever > 0,
        expected,
        "%d bytes; %d connections since it was started".formatted(bytes, ever),
        BYTES);
  }

  /** Whose connections to a service were open. */
  private Evidence connections(String server, List<Listener> ways, OpenConnections open) {
    boolean direct = claims.proxies() == Proxies.SHARED;
    String subject = hops(ways) + ", connections";
    String expected =
        direct
            ? "one of the proxy to the server for each of its callers, none of anybody else"
            : "some of callers to the proxy and of the proxy to the server, none of anybody else";
    if (!open.read()) {
      return missing(subject, expected, "the kernel's table was not read", KERNEL);
    }
    long taken = open.before().getOrDefault(server, 0L);
    long carried = open.behind().getOrDefault(server, 0L);
    long strange = open.past().getOrDefault(server, 0L);
    return evidence(
        subject,
        taken > 0 && carried > 0 && strange == 0 && (!direct || taken == carried),
        expected,
        "%d of callers to the proxy, %d of the proxy to the server, %d of others"
            .formatted(taken, carried, strange),
        KERNEL);
  }

  /** The requests that the waypoint read. */
  private Evidence waypoint(String server, List<Listener> ways) {
    Expected requests = expected(server, ways);
    long sampled = sampled(server, false);
    String subject = hops(ways) + ", at the waypoint";
    String expected = requests.words() + sampledWords(sampled);
    Optional<Listener> listener =
        of(Side.BETWEEN).stream().filter(it -> it.hop().server().equals(server)).findFirst();
    Optional<String> gap = counters.gap(listener, TrafficCounter.REQUESTS);
    if (gap.isPresent()) {
      return missing(subject, expected, gap.get(), REQUESTS);
    }
    long took = counters.requests(listener.orElseThrow());
    return evidence(
        subject, requests.holds(took - sampled), expected, took + " requests", REQUESTS);
  }

  private Evidence served(String server, List<Listener> ways, Map<String, Long> served) {
    Expected requests = expected(server, ways);
    long sampled = sampled(server, true);
    String subject = hops(ways) + ", behind the proxy";
    String expected = "served: " + requests.words() + sampledWords(sampled);
    Long calls = served.get(server);
    if (calls == null) {
      return TraversalProof.uncounted(subject, expected, SERVED);
    }
    // A service does not count all that we sample: some of it asks for what it does not have.
    boolean kept = requests.least() <= calls && calls - sampled <= requests.most();
    return evidence(subject, kept, expected, calls + " requests served", SERVED);
  }

  private Expected expected(Hop hop) {
    return Expected.of(hop, load, claims.refusals())
        .withRetried(counters.againBefore(hop.client()));
  }

  private Expected expected(String server, List<Listener> ways) {
    return ways.stream()
        .map(way -> expected(way.hop()))
        .reduce(Expected::plus)
        .orElseThrow(() -> new IllegalStateException("no listener leads to " + server));
  }

  /** What we sampled in the window on the ways to a service; also behind the waypoint, or not. */
  private long sampled(String server, boolean behind) {
    return plane.taps().stream()
        .filter(tap -> tap.hop().server().equals(server))
        .filter(tap -> behind || counters.outbound(tap.hop()).isPresent())
        .mapToLong(counters::sampled)
        .sum();
  }

  private static String sampledWords(long sampled) {
    return sampled > 0 ? ", and %d sampled by us".formatted(sampled) : "";
  }

  private static String hops(List<Listener> ways) {
    return ways.stream()
        .map(way -> way.hop().toString())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static Evidence evidence(
      String subject, boolean kept, String expected, String observed, String source) {
    return new Evidence(
        Promise.TRAVERSAL,
        subject,
        kept ? Verdict.PROVEN : Verdict.DISPROVEN,
        expected,
        observed,
        source);
  }

  private static Evidence missing(String subject, String expected, String why, String source) {
    return new Evidence(Promise.TRAVERSAL, subject, Verdict.MISSING, expected, why, source);
  }
}
