package io.meshgauge.probe.micrometer;

import io.meshgauge.probe.Sample;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many calls of its peers each process of a service has served, by the timers it keeps itself:
 * proxies in front of it do not affect that. Health checks and calls of the actuator do not count.
 */
public final class ServedCalls {
  private ServedCalls() {}

  /** The calls served until a scrape, by the name of the process; without those not read. */
  public static SortedMap<String, Long> of(Scrape scrape, Topology topology) {
    SortedMap<String, Long> served = new TreeMap<>();
    for (Replica replica : topology.replicas()) {
      List<Hop> callers = topology.to(replica.service());
      if (!callers.isEmpty() && scrape.samples().containsKey(replica.name())) {
        Service.Pages pages = topology.service(replica.service()).pages();
        served.put(replica.name(), count(scrape, replica, callers.get(0).protocol(), pages));
      }
    }
    return served;
  }

  /**
   * The calls served between two scrapes; without the processes that one of them lacks, or whose
   * count fell, because they were restarted.
   */
  public static SortedMap<String, Long> between(Scrape before, Scrape after, Topology topology) {
    SortedMap<String, Long> earlier = of(before, topology);
    SortedMap<String, Long> served = of(after, topology);
    served.keySet().retainAll(earlier.keySet());
    served.replaceAll((name, calls) -> calls - earlier.getOrDefault(name, 0L));
    served.values().removeIf(calls -> calls < 0);
    return served;
  }

  /** Whether a sample is of a call by a peer, and not of a page for operators. */
  static boolean ofPeers(Sample sample, Service.Pages pages) {
    String path = sample.label("uri");
    return !path.startsWith("/actuator")
        && (path.isEmpty() || !(path.equals(pages.ready()) || path.equals(pages.metrics())));
  }

  private static long count(
      Scrape scrape, Replica replica, Protocol protocol, Service.Pages pages) {
    String timer = (protocol == Protocol.GRPC ? "grpc" : "http") + "_server_requests_seconds_count";
    return Math.round(
        scrape.of(replica.name()).stream()
            .filter(sample -> sample.name().equals(timer))
            .filter(sample -> ofPeers(sample, pages))
            .mapToDouble(Sample::value)
            .sum());
  }
}
