package io.meshgauge.topology;

import io.meshgauge.measure.CounterSource;
import io.meshgauge.measure.Counters;
import io.meshgauge.measure.TrafficCounter;
import io.meshgauge.measure.TrafficCounters;
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
 * @param tlsSessions what the names of counters begin with that end in a TLS version, cipher or
 *     group of the connections the proxy opened
 */
public record ListenerCounters(
    String name,
    String destination,
    Map<TrafficCounter, CounterSource> sources,
    List<String> tlsSessions) {
  /** Nothing is counted. */
  public static final ListenerCounters NONE = of(Map.of());

  public ListenerCounters {
    sources = Map.copyOf(sources);
    tlsSessions = List.copyOf(tlsSessions);
  }

  /** Counts of a proxy that writes no access log and does not see TLS. */
  public static ListenerCounters of(Map<TrafficCounter, CounterSource> sources) {
    return new ListenerCounters("", "", sources, List.of());
  }

  /** The same with one more count. */
  public ListenerCounters with(TrafficCounter counter, CounterSource source) {
    Map<TrafficCounter, CounterSource> more = new EnumMap<>(TrafficCounter.class);
    more.putAll(sources);
    more.put(counter, source);
    return new ListenerCounters(name, destination, more, tlsSessions);
  }

  /** The same, of a proxy whose TLS sessions are counted under other names. */
  public ListenerCounters withTlsSessions(List<String> prefixes) {
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

  /** TLS versions, ciphers and groups of the connections that were opened, by a page. */
  public SortedSet<String> tlsSessions(Counters page) {
    return tlsSessions(page, "");
  }

  /**
   * Names of one kind.
   *
   * @param kind the end of the prefixes of their counters, for example {@code versions.}
   */
  public SortedSet<String> tlsSessions(Counters page, String kind) {
    SortedSet<String> sessions = new TreeSet<>();
    for (String prefix : tlsSessions.stream().filter(it -> it.endsWith(kind)).toList()) {
      page.values().entrySet().stream()
          .filter(it -> it.getKey().startsWith(prefix) && it.getValue() > 0)
          .forEach(it -> sessions.add(it.getKey().substring(prefix.length())));
    }
    return sessions;
  }
}
