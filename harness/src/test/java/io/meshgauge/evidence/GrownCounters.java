package io.meshgauge.evidence;

import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.measure.Counters;
import io.meshgauge.topology.DataPlane;
import java.util.HashMap;
import java.util.Map;

/** Counters of proxies that had counted nothing when the window began. */
public final class GrownCounters {
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
              end.put(proxy.name(), Counters.of(after.getOrDefault(proxy.name(), Map.of())));
            });
    return new ProxyCounters(plane.listeners(), before, end);
  }
}
