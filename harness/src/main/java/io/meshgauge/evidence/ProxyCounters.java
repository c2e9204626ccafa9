package io.meshgauge.evidence;

import io.meshgauge.measure.Counters;
import io.meshgauge.topology.Guard;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.IdentityCount;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.Listener.Side;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Tap;
import io.meshgauge.topology.TunnelCounters;
import io.meshgauge.topology.TunnelCounters.Security;
import io.meshgauge.topology.TunnelCounters.What;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The counters of all proxies at both ends of the window, read by the names listeners say. */
final class ProxyCounters {

  private final List<Listener> listeners;
  private final Map<String, Counters> before;
  private final Map<String, Counters> after;

  ProxyCounters(
      List<Listener> listeners, Map<String, Counters> before, Map<String, Counters> after) {
    this.listeners = listeners;
    this.before = before;
    this.after = after;
  }

  /** The listener before a hop's client. */
  Optional<Listener> outbound(Hop hop) {
    return listeners.stream()
        .filter(it -> it.side() == Side.OUTBOUND && it.hop().equals(hop))
        .findFirst();
  }

  /** The listener before a service. */
  Optional<Listener> inbound(String server) {
    return listeners.stream()
        .filter(it -> it.side() == Side.INBOUND && it.hop().server().equals(server))
        .findFirst();
  }

  /** What proxies on the way between count of the requests for a service. */
  Optional<Listener> between(String server) {
    return listeners.stream()
        .filter(it -> it.side() == Side.BETWEEN && it.hop().server().equals(server))
        .findFirst();
  }

  /** The listeners at either end of a hop's tunnel. */
  List<Listener> ends(Hop hop) {
    return listeners.stream()
        .filter(it -> it.side() != Side.BETWEEN && it.hop().equals(hop))
        .toList();
  }

  /** What a counter of a listener's tunnel has grown by in the window. */
  long inTunnel(Listener listener, Security security, What what) {
    return grown(listener, TunnelCounters.beside(listener.counters().requests(), security, what));
  }

  /** Whether a listener's proxy was read at both ends. */
  boolean known(Listener listener) {
    return known(listener.proxy());
  }

  /** Requests a listener took in the window. */
  long requests(Listener listener) {
    long requests = grown(listener, listener.counters().requests());
    return listener.counters().countsRetries() ? requests - retries(listener) : requests;
  }

  /** What a listener has taken since its proxy was started. */
  long everTaken(Listener listener) {
    Counters end = after.getOrDefault(listener.proxy(), Counters.NONE);
    return Math.round(end.value(listener.counters().requests()));
  }

  /** Bytes a listener's clients sent in the window. */
  long bytes(Listener listener) {
    return grown(listener, listener.counters().bytes());
  }

  /** Times a listener's proxy sent a request again in the window. */
  long retries(Listener listener) {
    return grown(listener, listener.counters().retries());
  }

  /** What a counter of the destination of a listener's requests has grown by in the window. */
  long ofCluster(Listener listener, String counter) {
    return grown(listener, listener.counters().ofDestination(counter));
  }

  /**
   * Requests of the window that never left a proxy, since too many were under way. Envoy counts
   * them apart by whether they had a connection; earlier versions as if none of them had.
   */
  long overflow(Listener listener) {
    return ofCluster(listener, "upstream_rq_pending_overflow")
        + ofCluster(listener, "upstream_rq_active_overflow");
  }

  /** Requests of the window that a listener's proxy gave up, since they took too long. */
  long givenUp(Listener listener) {
    return ofCluster(listener, "upstream_rq_timeout");
  }

  /** Whether a listener's proxy has a counter at the window's end, whatever it counts to. */
  boolean counts(Listener listener, String counter) {
    return after.getOrDefault(listener.proxy(), Counters.NONE).values().containsKey(counter);
  }

  /** Requests of the window that a listener's clients were answered 5xx. */
  long failures(Listener listener) {
    return grown(listener, listener.counters().failures());
  }

  /** Times a listener's proxy has left out a replica since it was started. */
  long leftOut(Listener listener) {
    return ofClusterEver(listener, "outlier_detection.ejections_enforced_total");
  }

  /** Whether the proxy before a service has left out a replica since it was started. */
  boolean leavesOut(String service) {
    return inbound(service).map(this::leftOut).orElse(0L) > 0;
  }

  /** Replicas that a listener's proxy leaves out at the window's end. */
  long leftOutNow(Listener listener) {
    return ofClusterEver(listener, "outlier_detection.ejections_active");
  }

  private long ofClusterEver(Listener listener, String counter) {
    Counters end = after.getOrDefault(listener.proxy(), Counters.NONE);
    return Math.round(end.value(listener.counters().ofDestination(counter)));
  }

  /** Requests of the window that the limit before a service let pass. */
  long admitted(Listener listener) {
    return grownBySuffix(listener, ".http_local_rate_limit.ok");
  }

  /** Requests of the window that the limit before a service refused. */
  long limited(Listener listener) {
    return grownBySuffix(listener, ".http_local_rate_limit.rate_limited");
  }

  /**
   * Requests of the window that proxies sent again on the way from the load to a workload, so that
   * it may have got as many more than were sent.
   */
  long againBefore(String workload) {
    // The ends of tunnels send nothing again, and with what stands between they lead in a circle.
    List<Listener> before =
        listeners.stream()
            .filter(it -> it.hop().server().equals(workload))
            .filter(it -> !it.counters().retries().isEmpty())
            .toList();
    long again = before.stream().mapToLong(this::retries).sum();
    // A hop has a listener at both of its ends, and is walked once.
    return again
        + before.stream()
            .map(it -> it.hop().client())
            .distinct()
            .mapToLong(this::againBefore)
            .sum();
  }

  /**
   * Requests we sampled through the tap beside a listener in the window, and their retries; of
   * plain TCP connections.
   */
  long sampled(Listener listener) {
    String tap = Tap.MARK + listener.hop().server();
    Listener.Names names = Listener.Names.of(listener.hop().protocol(), tap, tap);
    return grown(listener, names.requests()) + grown(listener, names.retries());
  }

  /** Connections we sampled through a tap of a proxy that carries connections, in the window. */
  long sampled(Tap tap) {
    String name = Tap.MARK + tap.hop().client() + "_to_" + tap.hop().server();
    return byAll(Listener.Names.of(Protocol.TCP, name, name).requests());
  }

  /** Sampled requests of which a listener made a span in the window. */
  long traced(Listener listener) {
    return grown(listener, listener.counters().traced());
  }

  /** Spans that all proxies have made until the window's end, of taps included. */
  long tracedByAll() {
    return traced(after);
  }

  /** Spans that all proxies had made when the window began. */
  long tracedByAllBefore() {
    return traced(before);
  }

  /** What a counter has grown by in the window, over all proxies. */
  long byAll(String counter) {
    return Math.round(sum(after, counter) - sum(before, counter));
  }

  private static double sum(Map<String, Counters> readings, String counter) {
    return readings.values().stream().mapToDouble(it -> it.value(counter)).sum();
  }

  /** Reports of spans that the proxies could not get rid of in the window. */
  long reportsLost() {
    return byAll("tracing.zipkin.reports_dropped")
        + byAll("tracing.zipkin.reports_failed")
        + byAll("tracing.zipkin.reports_skipped_no_cluster");
  }

  private static long traced(Map<String, Counters> readings) {
    return Math.round(
        readings.values().stream()
            .mapToDouble(counters -> counters.sum(name -> name.endsWith(Listener.Names.TRACED)))
            .sum());
  }

  /** The names of all counters of all proxies at the window's end. */
  List<String> names() {
    return after.values().stream()
        .flatMap(counters -> counters.values().keySet().stream())
        .toList();
  }

  /**
   * TLS version and cipher of the connections a hop's client side opened, whenever it did.
   *
   * @return empty when it opened none in TLS
   */
  Optional<String> session(Hop hop) {
    String words =
        opening(hop).stream()
            .filter(it -> after.containsKey(it.proxy()))
            .flatMap(
                it ->
                    Stream.of("versions.", "ciphers.")
                        .flatMap(kind -> seen(after.get(it.proxy()), it.counters().tls() + kind)))
            .distinct()
            .sorted(Comparator.reverseOrder())
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? Optional.empty() : Optional.of(words);
  }

  /**
   * The listeners whose proxies open what crosses from a client to a server: the hop's own; or,
   * where the two speak to each other in a protocol of their own, those of the client towards the
   * server, or towards all whom that one stands before.
   */
  private List<Listener> opening(Hop hop) {
    Optional<Listener> own = outbound(hop);
    if (own.isPresent()) {
      return List.of(own.get());
    }
    // A tunnel that begins at no proxy of ours is known by its other end.
    if (!ends(hop).isEmpty()) {
      return ends(hop);
    }
    List<Listener> ofClient =
        listeners.stream()
            .filter(
                it ->
                    it.side() == Side.OUTBOUND && it.hop().client().equals(hop.client())
                        || it.side() == Side.BETWEEN && it.proxy().equals(hop.client()))
            .toList();
    List<Listener> towards =
        ofClient.stream().filter(it -> it.hop().server().equals(hop.server())).toList();
    return towards.isEmpty() ? ofClient : towards;
  }

  private static Stream<String> seen(Counters counters, String prefix) {
    return counters.values().entrySet().stream()
        .filter(counter -> counter.getKey().startsWith(prefix) && counter.getValue() > 0)
        .map(counter -> counter.getKey().substring(prefix.length()));
  }

  /** Whether the process that a guard's counters are in was read at both ends. */
  boolean known(Guard guard) {
    return known(guard.proxy());
  }

  /** Whether the process that counts by identities was read at both ends. */
  boolean known(IdentityCount count) {
    return known(count.proxy());
  }

  /**
   * What the counters of each identity have grown by in the window; without those that have not.
   */
  SortedMap<String, Long> grownBy(IdentityCount count) {
    SortedMap<String, Long> grown = new TreeMap<>();
    after.getOrDefault(count.proxy(), Counters.NONE).values().keySet().stream()
        .filter(name -> name.startsWith(count.counters()))
        .forEach(
            name ->
                grown.put(name.substring(count.counters().length()), grown(count.proxy(), name)));
    grown.values().removeIf(more -> more <= 0);
    return grown;
  }

  /** What a counter of a guard had reached when the window began. */
  long before(Guard guard, String counter) {
    return Math.round(before.getOrDefault(guard.proxy(), Counters.NONE).value(counter));
  }

  private boolean known(String proxy) {
    return before.containsKey(proxy) && after.containsKey(proxy);
  }

  /** What a counter of a guard has grown by in the window. */
  long grown(Guard guard, String counter) {
    return grown(guard.proxy(), counter);
  }

  private long grownBySuffix(Listener listener, String suffix) {
    Predicate<String> which = name -> name.endsWith(suffix);
    Counters end = after.getOrDefault(listener.proxy(), Counters.NONE);
    Counters start = before.getOrDefault(listener.proxy(), Counters.NONE);
    return Math.round(end.sum(which) - start.sum(which));
  }

  private long grown(Listener listener, String counter) {
    return grown(listener.proxy(), counter);
  }

  private long grown(String proxy, String counter) {
    Counters end = after.getOrDefault(proxy, Counters.NONE);
    Counters start = before.getOrDefault(proxy, Counters.NONE);
    return Math.round(end.value(counter) - start.value(counter));
  }
}
