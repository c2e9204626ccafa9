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
import io.meshgauge.topology.Guarantees.Refusals;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Balancing.Rule;
import io.meshgauge.topology.plane.Balancing.Server;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Judges the window where a proxy before the server spreads connections, and sees no requests.
 *
 * <p>The kernel tells which connections were open while the load was sent, and whose. There must be
 * one to a replica for each that a caller has, and none of anybody else; and the replicas must have
 * served what was sent. So no request came past the proxy, and none shared a connection that it had
 * not come on.
 *
 * <p>How requests are spread then follows from who talks much on which connection: it is said, and
 * not judged. Whether connections are spread as the algorithm says is for the surveys; but by
 * address all must be at one replica in the window as well.
 */
public final class ConnectionProof {
  private static final String SOURCE =
      "tcp/connections.txt: the kernel's table while the load was sent";

  private final OpenConnections open;
  private final CallBounds bounds;

  public ConnectionProof(OpenConnections open, CallBounds bounds) {
    this.open = open;
    this.bounds = bounds;
  }

  /** A rule in words, of connections. */
  static String words(Rule rule) {
    return rule == Rule.LEAST_CONNECTIONS ? "fewest at a replica" : rule.words();
  }

  /** Whether all that was sent went through the proxy before a server, as connections. */
  List<Evidence> traversal(Wire wire, Balancing spread, ProxyCounters counters, LoadResult load) {
    String service = wire.hop().server();
    String front = wire.subject() + ", before the server";
    String back = wire.subject() + ", behind the proxy";
    String passedOn = "one connection to a replica for each of its callers";
    Expected expected =
        wire.hops().stream()
            .map(hop -> Expected.of(hop, load, Refusals.NONE))
            .reduce(Expected::plus)
            .orElseThrow();
    String served = "served over connections of the proxy: " + expected.words();
    if (!open.read()) {
      return List.of(missing(front, passedOn), missing(back, served));
    }
    long taken = open.before().getOrDefault(service, 0L);
    long passed = sum(spread, open.behind());
    Optional<Long> ever =
        counters
            .inbound(service)
            .filter(counters::known)
            .map(it -> counters.ever(it, TrafficCounter.REQUESTS));
    boolean plausible = ever.map(it -> it >= taken).orElse(true);
    long strange = sum(spread, open.past());
    long calls = bounds.servedBy(service);
    boolean counted = bounds.counted(service);
    Evidence before =
        evidence(
            Promise.TRAVERSAL,
            front,
            // Requests that the replicas count find others as well.
            taken > 0 && taken == passed && plausible && (counted || strange == 0),
            passedOn,
            "%d open before it, %d behind it%s%s"
                .formatted(
                    taken,
                    passed,
                    counted ? "" : ", %d of others".formatted(strange),
                    ever.map(", %d taken since it was started, by its own count"::formatted)
                        .orElse("; it does not count them")));
    return List.of(
        bounds.limit(before, wire.hops()),
        counted
            ? evidence(
                Promise.TRAVERSAL,
                back,
                expected.holds(calls) && passed > 0 && strange == 0,
                served,
                "%d requests served; open at the replicas: %d connections of the proxy, %d of others"
                    .formatted(calls, passed, strange))
            : TraversalProof.uncounted(back, served, SOURCE));
  }

  /** How the window's connections and requests were spread. */
  public Evidence distribution(String service, Balancing spread) {
    String subject = "%s: open connections, %s".formatted(service, words(spread.rule()));
    boolean byAddress = spread.rule() == Rule.IP_HASH && spread.servers().size() > 1;
    String claimed =
        byAddress
            ? "all, which come from one address, and so all calls, at one replica"
            : "calls only where connections are; how many is not promised";
    if (!open.read()) {
      return new Evidence(
          Promise.DISTRIBUTION,
          subject,
          Verdict.MISSING,
          claimed,
          "connections were not read",
          SOURCE);
    }
    boolean where =
        spread.servers().stream()
            .allMatch(it -> count(it, bounds.served()) == 0 || count(it, open.behind()) > 0);
    long homes = spread.servers().stream().filter(it -> count(it, open.behind()) > 0).count();
    return evidence(
        Promise.DISTRIBUTION,
        subject,
        where && homes > 0 && (!byAddress || homes == 1),
        claimed,
        "connections %s; calls %s%s"
            .formatted(
                listed(spread, open.behind()), listed(spread, bounds.served()), busiest(spread)));
  }

  private String busiest(Balancing spread) {
    long all = sum(spread, bounds.served());
    long most =
        spread.servers().stream().mapToLong(it -> count(it, bounds.served())).max().orElse(0);
    return all == 0
        ? ""
        : String.format(
            Locale.ROOT,
            ", %.0f %% of them at the busiest of %d",
            100.0 * most / all,
            spread.servers().size());
  }

  private static String listed(Balancing spread, Map<String, Long> counts) {
    return spread.servers().stream()
        .map(it -> it.replica().name() + " " + count(it, counts))
        .collect(Collectors.joining(", "));
  }

  private static long sum(Balancing spread, Map<String, Long> counts) {
    return spread.servers().stream().mapToLong(it -> count(it, counts)).sum();
  }

  private static long count(Server server, Map<String, Long> counts) {
    return counts.getOrDefault(server.replica().name(), 0L);
  }

  private static Evidence missing(String subject, String expected) {
    return new Evidence(
        Promise.TRAVERSAL, subject, Verdict.MISSING, expected, "connections were not read", SOURCE);
  }

  private static Evidence evidence(
      Promise promise, String subject, boolean kept, String expected, String observed) {
    return new Evidence(
        promise, subject, kept ? Verdict.PROVEN : Verdict.DISPROVEN, expected, observed, SOURCE);
  }
}
