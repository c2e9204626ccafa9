package io.meshgauge.evidence.traversal;

import io.meshgauge.evidence.probe.Wire;
import io.meshgauge.evidence.window.CallBounds;
import io.meshgauge.evidence.window.Expected;
import io.meshgauge.evidence.window.LeastBytes;
import io.meshgauge.evidence.window.PolicyDenials;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Judges the window where calls go through tunnels, whose proxies carry connections and count
 * bytes.
 *
 * <p>Connections are kept, so that there may be none that is new in a window. What is asked for is
 * bytes: on each hop at least those without which its calls cannot have been made, both ways, in
 * mutual TLS of the right two names; and none in plaintext, nor under another name. That is a lower
 * bound: a proxy of bytes cannot tell how many requests they were. That none came past the tunnel
 * follows with the refusal of a plaintext client at the server's own address, which is asked for as
 * well.
 *
 * <p>A proxy on the way that does know of requests must have taken exactly what the load implies,
 * and each service have served that, by its own count, and nothing else.
 */
public final class TunnelProof {
  private static final String BYTES =
      "bytes and connections by the proxies at both ends of the window";
  private static final String REQUESTS =
      "requests by the proxy on the way, at both ends of the window";
  private static final String SERVED = "micrometer: calls that the services served in the window";

  private final DataPlane plane;
  private final Guarantees claims;

  public TunnelProof(DataPlane plane, Guarantees claims) {
    this.plane = plane;
    this.claims = claims;
  }

  /**
   * Judges every tunnel, and what stands between.
   *
   * @param served how many calls each process of a service served in the window, by its own count
   */
  public List<Evidence> evidence(
      ProxyCounters counters, LoadResult load, Map<String, Long> served) {
    List<Evidence> all = new ArrayList<>();
    CallBounds bounds = new CallBounds(plane, served);
    for (Wire wire : Wire.of(plane)) {
      wire.hops().forEach(hop -> all.addAll(ofTunnel(hop, counters, load, bounds)));
    }
    for (String server :
        plane.dial().keySet().stream().map(Hop::server).distinct().sorted().toList()) {
      counters
          .between(server)
          .ifPresent(listener -> all.addAll(ofRequests(server, listener, counters, load, served)));
    }
    return all;
  }

  private List<Evidence> ofTunnel(
      Hop hop, ProxyCounters counters, LoadResult load, CallBounds bounds) {
    List<Listener> ends = counters.ends(hop);
    long calls =
        Math.max(
            0,
            plane.carried(hop).stream()
                    .mapToLong(it -> Expected.of(it, load, claims.refusals()).least())
                    .sum()
                - refusedBefore(hop, counters));
    if (ends.isEmpty()) {
      return List.of(missing(hop.toString(), expected(calls), "no proxy counts this tunnel"));
    }
    return ends.stream()
        .map(end -> bounds.limit(ofEnd(hop, end, calls, counters), List.of(hop)))
        .toList();
  }

  /** Requests that never came into a tunnel, since what stands before it refused them. */
  private long refusedBefore(Hop tunnel, ProxyCounters counters) {
    return plane.dial().containsKey(tunnel)
        ? 0
        : counters.between(tunnel.server()).map(counters::withheld).orElse(0L);
  }

  private static Evidence ofEnd(Hop hop, Listener end, long calls, ProxyCounters counters) {
    String subject = hop + (end.side() == Side.OUTBOUND ? ", client's end" : ", server's end");
    Optional<String> gap =
        counters.gap(
            end,
            TrafficCounter.REQUESTS,
            TrafficCounter.TUNNEL_BYTES_UP,
            TrafficCounter.TUNNEL_BYTES_DOWN,
            TrafficCounter.TUNNEL_PLAINTEXT,
            TrafficCounter.TUNNEL_OTHER_NAMES);
    if (gap.isPresent()) {
      return missing(subject, expected(calls), gap.get());
    }
    long up = counters.count(end, TrafficCounter.TUNNEL_BYTES_UP);
    long down = counters.count(end, TrafficCounter.TUNNEL_BYTES_DOWN);
    long plain = counters.count(end, TrafficCounter.TUNNEL_PLAINTEXT);
    long others = counters.count(end, TrafficCounter.TUNNEL_OTHER_NAMES);
    boolean enough = up >= calls * LeastBytes.UP && down >= calls * LeastBytes.DOWN;
    return evidence(
        subject,
        enough && plain == 0 && others == 0,
        expected(calls),
        "%d bytes up and %d down in mutual TLS of the right names, over %d connections of which %d were opened in the window; %d bytes or connections in plaintext, %d under other names"
            .formatted(
                up,
                down,
                counters.ever(end, TrafficCounter.REQUESTS),
                counters.requests(end),
                plain,
                others),
        BYTES);
  }

  private static String expected(long calls) {
    return "at least %d bytes up and %d down in mutual TLS, for at least %d calls, and nothing in plaintext or under other names"
        .formatted(calls * LeastBytes.UP, calls * LeastBytes.DOWN, calls);
  }

  private List<Evidence> ofRequests(
      String server,
      Listener listener,
      ProxyCounters counters,
      LoadResult load,
      Map<String, Long> served) {
    List<Hop> hops = plane.to(server);
    Expected expected =
        hops.stream()
            .map(
                hop ->
                    Expected.of(hop, load, claims.refusals())
                        .withRetried(counters.againBefore(hop.client())))
            .reduce(Expected::plus)
            .orElseThrow();
    String subject =
        String.join(", ", hops.stream().map(Hop::toString).toList())
            + ", at the "
            + listener.proxy();
    Optional<String> gap = counters.gap(listener, TrafficCounter.REQUESTS);
    if (gap.isPresent()) {
      return List.of(missing(subject, expected.words(), gap.get()));
    }
    long took = counters.requests(listener);
    Optional<Long> calls = Optional.ofNullable(served.get(server));
    long refused = plane.entersAt(server) ? PolicyDenials.sent(claims.refusals(), load) : 0;
    long again = counters.retries(listener);
    long limited = counters.withheld(listener);
    long due = took - refused + again - limited;
    // A request that is given up before it is sent again was counted and not sent.
    long slack = Expected.slack(hops, took) + counters.timeouts(listener);
    String behind = subject + ", and behind it";
    String words =
        "%d requests served, as many as it took%s%s%s%s"
            .formatted(
                due,
                refused > 0 ? " less %d that its policy refused".formatted(refused) : "",
                limited > 0 ? " less %d that its limit refused".formatted(limited) : "",
                again > 0 ? " and %d that it sent again".formatted(again) : "",
                slack > 0 ? ", give or take " + slack : "");
    return List.of(
        evidence(subject, expected.holds(took), expected.words(), took + " requests", REQUESTS),
        calls
            .map(
                it ->
                    evidence(
                        behind,
                        Math.abs(it - due) <= slack && (it > 0 || due == 0),
                        words,
                        it + " requests served",
                        SERVED))
            .orElseGet(() -> TraversalProof.uncounted(behind, words, SERVED)));
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

  private static Evidence missing(String subject, String expected, String why) {
    return new Evidence(Promise.TRAVERSAL, subject, Verdict.MISSING, expected, why, BYTES);
  }
}
