package io.meshgauge.attribution;

import io.meshgauge.attribution.Component.Kind;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.HopLatency.Side;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Topology;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The mean response time of one run's requests, split into components that add up to it.
 *
 * <p>A caller's stopwatch runs from before a call until after it, the wire's while the bytes cross,
 * a server's while it answers. What lies between two of them is spent there. Calls for which no
 * request waits are not part of it. Means add up, percentiles do not; so this is about means, of
 * all requests, refused ones among them.
 */
final class RequestTime {
  private final Topology topology;
  private final Resolution resolution;
  private final double requests;
  private final double meanService;
  private final Map<String, HopLatency> clients = new HashMap<>();
  private final Map<String, HopLatency> leaving = new HashMap<>();
  private final Map<String, HopLatency> wires = new HashMap<>();
  private final Map<String, HopLatency> servers = new HashMap<>();
  private final Map<Component, Double> seconds = new LinkedHashMap<>();

  /**
   * How finely several runs can be split alike.
   *
   * @param wired services whose calls were timed on the wire
   * @param timed services that time what they answer
   * @param left services whose calls were also timed where they leave their clients' nodes
   */
  record Resolution(Set<String> wired, Set<String> timed, Set<String> left) {

    /** The services that all runs have times of. */
    static Resolution of(List<Run> runs) {
      return new Resolution(
          common(runs, Side.WIRE), common(runs, Side.SERVER), common(runs, Side.CLIENT_NODE));
    }

    private static Set<String> common(List<Run> runs, Side side) {
      Set<String> common = new HashSet<>();
      for (int i = 0; i < runs.size(); i++) {
        Set<String> here = new HashSet<>();
        runs.get(i).hops().stream()
            .filter(hop -> hop.side() == side)
            .forEach(hop -> here.add(hop.server()));
        if (i == 0) {
          common.addAll(here);
        } else {
          common.retainAll(here);
        }
      }
      return common;
    }
  }

  private RequestTime(
      List<HopLatency> hops, LoadResult load, Topology topology, Resolution resolution) {
    this.topology = topology;
    this.resolution = resolution;
    this.meanService = mean(load, LabelResult::service);
    for (HopLatency hop : hops) {
      switch (hop.side()) {
        case CLIENT -> clients.put(hop.hop(), hop);
        case CLIENT_NODE -> leaving.put(hop.server(), hop);
        case WIRE -> wires.put(hop.server(), hop);
        case SERVER -> servers.put(hop.server(), hop);
      }
    }
    long served =
        Optional.ofNullable(servers.get(topology.entry().orElseThrow()))
            .map(HopLatency::count)
            .orElse(0L);
    // The timers also ran in windows that are left out of the results; refused requests may not
    // have got as far as the service.
    this.requests = Math.max(served, load.completed());
  }

  /**
   * The components of a run's mean response time in seconds; their sum is {@link #whole}.
   *
   * @param topology whose load enters at one service
   */
  static Map<Component, Double> of(Run run, Topology topology, Resolution resolution) {
    LoadResult load = run.measuredLoad().orElseThrow();
    RequestTime time = new RequestTime(run.hops(), load, topology, resolution);
    time.add(Kind.LOAD_QUEUE, Topology.LOAD, whole(run) - time.meanService);
    time.split();
    return time.seconds;
  }

  /** The mean response time of all requests of a run, in seconds. */
  static double whole(Run run) {
    return mean(run.measuredLoad().orElseThrow(), LabelResult::response);
  }

  private static double mean(LoadResult load, Function<LabelResult, LatencyHistogram> which) {
    return LatencyHistogram.merge(load.labels().stream().map(which).toList()).meanSeconds();
  }

  /** Callers come before the services they call, so that all calls to a service are known. */
  private void split() {
    Map<String, Double> calls = new LinkedHashMap<>();
    Map<String, Double> waited = new LinkedHashMap<>();
    String entry = topology.entry().orElseThrow();
    calls.put(entry, 1.0);
    waited.put(entry, meanService);
    List<String> calleesFirst = topology.services();
    for (int i = calleesFirst.size() - 1; i >= 0; i--) {
      String service = calleesFirst.get(i);
      if (waited.containsKey(service)) {
        double inside = 0;
        for (Hop hop : topology.from(service)) {
          HopLatency call = clients.get(hop.toString());
          if (call != null && !hop.calls().asynchronous()) {
            double often = call.count() / requests;
            calls.merge(hop.server(), often, Double::sum);
            waited.merge(hop.server(), often * call.meanSeconds(), Double::sum);
            inside += often * call.meanSeconds();
          }
        }
        split(service, calls.getOrDefault(service, 0.0), waited.get(service), inside);
      }
    }
  }

  /**
   * Splits the calls to one service.
   *
   * @param calls for each request of the load
   * @param waited seconds that callers wait for them, for each request of the load
   * @param inside seconds of it in which the service itself waits for others
   */
  private void split(String service, double calls, double waited, double inside) {
    HopLatency wire = resolution.wired().contains(service) ? wires.get(service) : null;
    HopLatency served = resolution.timed().contains(service) ? servers.get(service) : null;
    double crossing = wire == null ? waited : calls * wire.meanSeconds();
    if (wire != null) {
      HopLatency left = resolution.left().contains(service) ? leaving.get(service) : null;
      double departing = left == null ? crossing : calls * left.meanSeconds();
      add(Kind.CALLER, service, waited - departing);
      // Within a node there is no network.
      if (departing != crossing) {
        add(Kind.NETWORK, service, departing - crossing);
      }
    }
    if (served == null) {
      add(Kind.NOT_TIMED, service, crossing - inside);
      return;
    }
    double answering = Math.min(calls, served.count() / requests) * served.meanSeconds();
    add(wire == null ? Kind.BOTH_SIDES : Kind.SERVER, service, crossing - answering);
    add(Kind.SERVICE, service, answering - inside);
  }

  private void add(Kind kind, String name, double value) {
    seconds.merge(new Component(kind, name), value, Double::sum);
  }
}
