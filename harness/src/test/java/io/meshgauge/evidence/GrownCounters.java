package io.meshgauge.evidence;

import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.measure.counter.CounterSource.Presence;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ProxyProcess;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Counters of proxies that had counted nothing when the window began. */
public final class GrownCounters {
  /** Of no proxy at all. */
  public static final ProxyCounters NONE =
      of(new DataPlane(List.of(), Map.of(), List.of(), Map.of()), Map.of());

  private GrownCounters() {}

  /**
   * The counters of all proxies of a data plane.
   *
   * @param after what they have counted at the window's end, by proxy; nothing where one is not
   *     named
   */
  public static ProxyCounters of(DataPlane plane, Map<String, Map<String, Double>> after) {
    Map<String, Counters> before = new HashMap<>();
    Map<String, Counters> end = new HashMap<>();
    plane
        .proxies()
        .forEach(
            proxy -> {
              before.put(proxy.name(), Counters.NONE);
              Map<String, Double> page = new HashMap<>(zeros(plane, proxy));
              page.putAll(after.getOrDefault(proxy.name(), Map.of()));
              end.put(proxy.name(), Counters.of(page));
            });
    return new ProxyCounters(plane, before, end);
  }

  /** What a proxy exposes from its start on. */
  private static Map<String, Double> zeros(DataPlane plane, ProxyProcess proxy) {
    Map<String, Double> zeros = new HashMap<>();
    Stream.concat(
            plane.listeners().stream()
                .filter(it -> it.proxy().equals(proxy.name()))
                .flatMap(it -> it.counters().sources().values().stream()),
            proxy.type().totals().values().stream())
        .filter(it -> it.presence() == Presence.FROM_THE_START)
        .flatMap(it -> it.names().stream())
        .forEach(name -> zeros.put(name, 0.0));
    return zeros;
  }
}
