package io.meshgauge.topology.plane;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.measure.counter.TrafficCounters;
import io.meshgauge.topology.connection.TlsDetail;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How a product counts what one listener does.
 *
 * @param name the listener in its proxy's access log; empty where it writes none
 * @param destination the destination in its proxy's rules; empty where the proxy does not report
 *     them
 * @param sources where each count is; a counter that is absent is not counted
 * @param tlsSessions what the names of counters begin with that end in a TLS version, cipher, group
 *     or peer of the connections the proxy opened
 */
public record ListenerCounters(
    String name,
    String destination,
    Map<TrafficCounter, CounterSource> sources,
    Map<TlsDetail, List<String>> tlsSessions) {
  /** Nothing is counted. */
  public static final ListenerCounters NONE = of(Map.of());

  public ListenerCounters {
    sources = Map.copyOf(sources);
    Map<TlsDetail, List<String>> ordered = new EnumMap<>(TlsDetail.class);
    tlsSessions.forEach((detail, prefixes) -> ordered.put(detail, List.copyOf(prefixes)));
    tlsSessions = Collections.unmodifiableMap(ordered);
  }

  /** Counts of a proxy that writes no access log and does not see TLS. */
  public static ListenerCounters of(Map<TrafficCounter, CounterSource> sources) {
    return new ListenerCounters("", "", sources, Map.of());
  }

  /** The same with one more count. */
  public ListenerCounters with(TrafficCounter counter, CounterSource source) {
    Map<TrafficCounter, CounterSource> more = new EnumMap<>(TrafficCounter.class);
    more.putAll(sources);
    more.put(counter, source);
    return new ListenerCounters(name, destination, more, tlsSessions);
  }

  /** The same, of a proxy whose TLS sessions are counted under other names. */
  public ListenerCounters withTlsSessions(Map<TlsDetail, List<String>> prefixes) {
    return new ListenerCounters(name, destination, sources, prefixes);
  }

  /** Where one count is. */
  public CounterSource source(TrafficCounter counter) {
    return sources.getOrDefault(counter, CounterSource.NOT_COUNTED);
  }

  /** The counts on a page. */
  public TrafficCounters read(Counters page) {
    return TrafficCounters.of(sources, page);
  }

  /**
   * One detail of what the connections that were opened negotiated, by a page; empty where the
   * proxy does not count it.
   */
  public SortedSet<String> tlsSessions(Counters page, TlsDetail detail) {
    SortedSet<String> sessions = new TreeSet<>();
    for (String prefix : tlsSessions.getOrDefault(detail, List.of())) {
      page.values().entrySet().stream()
          .filter(it -> it.getKey().startsWith(prefix) && it.getValue() > 0)
          .forEach(it -> sessions.add(it.getKey().substring(prefix.length())));
    }
    return sessions;
  }
}
