package io.meshgauge.product.istio;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.product.envoy.EnvoyCounters;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.plane.ListenerCounters;
import java.util.EnumMap;
import java.util.Map;

/** Names of a waypoint's counters. */
public final class WaypointCounters {
  private static final String REQUESTS = "requests|";

  private WaypointCounters() {}

  /**
   * Counter of the requests for a service.
   *
   * @param service namespace and name of the service, for example {@code shop/prices}
   */
  public static String requests(String service) {
    return REQUESTS + service;
  }

  /** Requests are counted by service, their outcome by port too. */
  public static ListenerCounters of(Hop hop, Placement placement) {
    String service = placement.namespace() + "/" + hop.server();
    String cluster = cluster(hop, placement);
    Map<TrafficCounter, CounterSource> sources = new EnumMap<>(TrafficCounter.class);
    // A cluster's counters are missing until it has carried something.
    EnvoyCounters.upstream("cluster." + cluster + ".")
        .forEach(
            (counter, source) ->
                sources.put(
                    counter, CounterSource.onceUsed(source.names().toArray(String[]::new))));
    sources.put(TrafficCounter.REQUESTS, CounterSource.onceUsed(requests(service)));
    return new ListenerCounters(service, cluster, sources, Map.of());
  }

  /** Its cluster for a service, by which its routes and limits are named. */
  private static String cluster(Hop hop, Placement placement) {
    return "inbound-vip|%d|http|%s.%s.svc.cluster.local"
        .formatted(placement.topology().port(hop), hop.server(), placement.namespace());
  }
}
