package io.meshgauge.evidence.window;

import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.measure.counter.TrafficCounters;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.connection.TlsDetail;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.IdentityCount;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.PolicyEnforcementPoint;
import io.meshgauge.topology.plane.ProxyTotal;
import io.meshgauge.topology.plane.ProxyType;
import io.meshgauge.topology.plane.Tap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What all proxies counted in a window: their pages at both of its ends, read as their products
 * count. A count that a product does not keep is never taken for zero: {@link #gap} says so, and
 * {@link #count} fails.
 */
public final class ProxyCounters {
  private final DataPlane plane;
  private final Map<String, Counters> before;
  private final Map<String, Counters> after;

  /**
   * The pages of a window.
   *
   * @param before the page at the window's start by proxy
   * @param after the page at the window's end by proxy
   */
  public ProxyCounters(DataPlane plane, Map<String, Counters> before, Map<String, Counters> after) {
    this.plane = plane;
    this.before = joined(plane, before);
    this.after = joined(plane, after);
  }

  /**
   * The pages with those of the proxies of all processes of a service as one: they have the same
   * counters. Where one was not read, the service's are not known.
   */
  private static Map<String, Counters> joined(DataPlane plane, Map<String, Counters> pages) {
    Map<String, Counters> joined = new TreeMap<>(pages);
    plane
        .replicas()
        .proxies()
        .forEach(
            (first, others) -> {
              if (!pages.keySet().containsAll(others)) {
                joined.remove(first);
              }
              others.forEach(
                  other -> {
                    Counters page = joined.remove(other);
                    if (page != null) {
                      joined.computeIfPresent(first, (name, sum) -> sum.plus(page));
                    }
                  });
            });
    return joined;
  }

  /** The listener before a hop's client. */
  public Optional<Listener> outbound(Hop hop) {
    return plane.listeners().stream()
        .filter(it -> it.side() == Side.OUTBOUND && it.hop().equals(hop))
        .findFirst();
  }

  /** The listener before a service. */
  public Optional<Listener> inbound(String server) {
    return plane.listeners().stream()
        .filter(it -> it.side() == Side.INBOUND && it.hop().server().equals(server))
        .findFirst();
  }

  /** What proxies on the way between count of the requests for a service. */
  public Optional<Listener> between(String server) {
    return plane.listeners().stream()
        .filter(it -> it.side() == Side.BETWEEN && it.hop().server().equals(server))
        .findFirst();
  }

  /** The listeners at either end of a hop's tunnel. */
  public List<Listener> ends(Hop hop) {
    return plane.listeners().stream()
        .filter(it -> it.side() != Side.BETWEEN && it.hop().equals(hop))
        .toList();
  }

  /** Whether a listener's proxy was read at both ends, and counts its requests. */
  public boolean known(Listener listener) {
    return gap(listener, TrafficCounter.REQUESTS).isEmpty();
  }

  /** Why some counts of a listener are not known; empty when all are. */
  public Optional<String> gap(Listener listener, TrafficCounter... needed) {
    if (!known(listener.proxy())) {
      return Optional.of("%s was not read at both ends of the window".formatted(listener.proxy()));
    }
    TrafficCounters end = everCounted(listener);
    Optional<TrafficCounter> reset =
        Stream.of(needed).filter(counter -> fell(listener, counter)).findFirst();
    if (reset.isPresent()) {
      return Optional.of(
          "%s counts less %s of %s at the end of the window than at its start: it was restarted, and what it counted before is lost"
              .formatted(listener.proxy(), reset.get().label(), listener.hop()));
    }
    String absent =
        Stream.of(needed)
            .filter(counter -> end.get(counter).isEmpty())
            .map(TrafficCounter::label)
            .collect(Collectors.joining(", "));
    return absent.isEmpty()
        ? Optional.empty()
        : Optional.of(notCounted(listener.proxy(), absent + " of " + listener.hop()));
  }

  private boolean fell(Listener listener, TrafficCounter counter) {
    return inWindow(listener).get(counter).orElse(0) < 0;
  }

  /**
   * What is concluded from a gap: nothing can be claimed of a proxy that was read, and whose owner
   * decides what it counts.
   */
  public Verdict ofGap(Optional<Listener> listener) {
    boolean owners =
        listener
            .filter(it -> known(it.proxy()))
            .flatMap(
                it -> plane.proxies().stream().filter(of -> of.name().equals(it.proxy())).findAny())
            .filter(it -> !it.type().configured())
            .isPresent();
    return owners ? Verdict.NOT_CLAIMED : Verdict.MISSING;
  }

  /** The same of a listener that may not exist. */
  public Optional<String> gap(Optional<Listener> listener, TrafficCounter... needed) {
    return listener
        .map(it -> gap(it, needed))
        .orElseGet(() -> Optional.of("no proxy listens on this hop"));
  }

  private String notCounted(String proxy, String what) {
    return "%s (%s) does not count %s"
        .formatted(
            proxy, plane.type(proxy).or(plane::type).map(ProxyType::program).orElse("?"), what);
  }

  /**
   * The growth of a count in the window.
   *
   * @throws IllegalStateException when the product does not keep it: a zero would be a guess
   */
  public long count(Listener listener, TrafficCounter counter) {
    return inWindow(listener)
        .get(counter)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    notCounted(listener.proxy(), counter.label() + " of " + listener.hop())));
  }

  /**
   * The growth of a count by which an expectation is corrected; zero where the product does not
   * keep it. That errs on the strict side: a request that was retried, rejected or given up without
   * being counted makes the two sides of a comparison differ, and the proof fails.
   */
  public long correction(Listener listener, TrafficCounter counter) {
    return inWindow(listener).get(counter).orElse(0);
  }

  private TrafficCounters inWindow(Listener listener) {
    return everCounted(listener).minus(listener.counters().read(page(before, listener.proxy())));
  }

  private TrafficCounters everCounted(Listener listener) {
    return listener.counters().read(page(after, listener.proxy()));
  }

  private static Counters page(Map<String, Counters> pages, String proxy) {
    return pages.getOrDefault(proxy, Counters.NONE);
  }

  /** Requests a listener received in the window. */
  public long requests(Listener listener) {
    return count(listener, TrafficCounter.REQUESTS);
  }

  /** A listener's count since its proxy was started; zero where the product does not keep it. */
  public long ever(Listener listener, TrafficCounter counter) {
    return everCounted(listener).get(counter).orElse(0);
  }

  /** Requests of the window that a listener's proxy retried. */
  public long retries(Listener listener) {
    return correction(listener, TrafficCounter.RETRIES);
  }

  /** Requests of the window that never left a proxy: too many in flight, or aborted on purpose. */
  public long withheld(Listener listener) {
    return correction(listener, TrafficCounter.OVERFLOWS)
        + correction(listener, TrafficCounter.INJECTED_ABORTS);
  }

  /** Requests of the window that a listener's proxy gave up because they took too long. */
  public long timeouts(Listener listener) {
    return correction(listener, TrafficCounter.TIMEOUTS);
  }

  /** Whether a page has a count at the window's end, whatever its value. */
  public boolean exposes(Listener listener, TrafficCounter counter) {
    return listener.counters().source(counter).exposed(page(after, listener.proxy()));
  }

  /** Whether the proxy before a service has ejected a replica since it was started. */
  public boolean ejects(String service) {
    return inbound(service).map(it -> ever(it, TrafficCounter.EJECTIONS)).orElse(0L) > 0;
  }

  /**
   * Requests of the window that proxies sent again on the way from the load to a workload, so that
   * it may have got as many more than were sent.
   */
  public long againBefore(String workload) {
    // The ends of tunnels send nothing again, and with what stands between they lead in a circle.
    List<Listener> before =
        plane.listeners().stream()
            .filter(it -> it.hop().server().equals(workload))
            .filter(it -> it.counters().sources().containsKey(TrafficCounter.RETRIES))
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

  /** Requests that the harness sampled through the tap of a listener in the window. */
  public long sampled(Listener listener) {
    return correction(listener, TrafficCounter.SAMPLES);
  }

  /** Connections that the harness sampled through a tap in the window, over all proxies. */
  public long sampled(Tap tap) {
    return sum(after, tap.samples()).orElse(0) - sum(before, tap.samples()).orElse(0);
  }

  /** Growth of a whole-proxy count in the window, over all proxies that keep it. */
  public OptionalLong total(ProxyTotal total) {
    OptionalLong end = until(after, total);
    return end.isEmpty() ? end : OptionalLong.of(end.getAsLong() - until(before, total).orElse(0));
  }

  /** A whole-proxy count until the window began, over all proxies that keep it. */
  public OptionalLong before(ProxyTotal total) {
    return until(before, total);
  }

  private OptionalLong until(Map<String, Counters> pages, ProxyTotal total) {
    return plane
        .type()
        .map(type -> type.totals().getOrDefault(total, CounterSource.NOT_COUNTED))
        .map(source -> sum(pages, source))
        .orElse(OptionalLong.empty());
  }

  private static OptionalLong sum(Map<String, Counters> pages, CounterSource source) {
    List<Long> kept =
        pages.values().stream()
            .map(source::read)
            .filter(OptionalLong::isPresent)
            .map(OptionalLong::getAsLong)
            .toList();
    return kept.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(kept.stream().mapToLong(Long::longValue).sum());
  }

  /** The names of all counters of all proxies at the window's end. */
  public List<String> names() {
    return after.values().stream()
        .flatMap(counters -> counters.values().keySet().stream())
        .toList();
  }

  /** A detail of the TLS sessions that a hop's client side opened, whenever it did. */
  public SortedSet<String> negotiated(Hop hop, TlsDetail detail) {
    return opening(hop).stream()
        .filter(it -> after.containsKey(it.proxy()))
        .flatMap(it -> negotiated(it, detail).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A detail of the TLS sessions that a listener's proxy ever negotiated. */
  public SortedSet<String> negotiated(Listener sender, TlsDetail detail) {
    return sender.counters().tlsSessions(page(after, sender.proxy()), detail);
  }

  /** Whether the client's proxy is not the harness's to configure, so that it may not count TLS. */
  public boolean hidesSessions(Hop hop) {
    return ofGap(outbound(hop)) == Verdict.NOT_CLAIMED;
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
        plane.listeners().stream()
            .filter(
                it ->
                    (it.side() == Side.OUTBOUND && it.hop().client().equals(hop.client()))
                        || (it.side() == Side.BETWEEN && it.proxy().equals(hop.client())))
            .toList();
    List<Listener> towards =
        ofClient.stream().filter(it -> it.hop().server().equals(hop.server())).toList();
    return towards.isEmpty() ? ofClient : towards;
  }

  /** Why some counts of a policy enforcement point are not known; empty when all are. */
  public Optional<String> gap(PolicyEnforcementPoint point, CounterSource... needed) {
    if (!known(point.proxy())) {
      return Optional.of("%s was not read at both ends of the window".formatted(point.proxy()));
    }
    return Stream.of(needed).allMatch(it -> it.read(page(after, point.proxy())).isPresent())
        ? Optional.empty()
        : Optional.of(notCounted(point.proxy(), "decisions of " + point.name()));
  }

  /** The growth of a count of a policy enforcement point; zero where it is not kept. */
  public long count(PolicyEnforcementPoint point, CounterSource source) {
    return source.read(page(after, point.proxy())).orElse(0) - before(point, source);
  }

  /** A count of a policy enforcement point until the window began. */
  public long before(PolicyEnforcementPoint point, CounterSource source) {
    return source.read(page(before, point.proxy())).orElse(0);
  }

  /** Whether the process that counts by identities was read at both ends. */
  public boolean known(IdentityCount count) {
    return known(count.proxy());
  }

  /** The growth of the counters of each identity in the window, those without growth omitted. */
  public SortedMap<String, Long> growth(IdentityCount count) {
    Counters end = page(after, count.proxy());
    Counters start = page(before, count.proxy());
    SortedMap<String, Long> growth = new TreeMap<>();
    end.values()
        .forEach(
            (name, value) -> {
              long more = Math.round(value - start.value(name).orElse(0));
              if (name.startsWith(count.counters()) && more > 0) {
                growth.put(name.substring(count.counters().length()), more);
              }
            });
    return growth;
  }

  private boolean known(String proxy) {
    return before.containsKey(proxy) && after.containsKey(proxy);
  }
}
