package io.meshgauge.probe.micrometer;

import io.meshgauge.measure.HopLatency;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.Sample;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Latency per hop and side, from the growth of the services' timers between two scrapes.
 *
 * <p>Timers: {@code http_client_requests_seconds} and {@code grpc_client_requests_seconds} at the
 * client, distinguished by their label {@code peer}; {@code http_server_requests_seconds} and
 * {@code grpc_server_requests_seconds} at the server, where calls to the actuator are left out. A
 * server does not know its callers: where it has several, they are timed together, under all their
 * names.
 */
public final class HopLatencies {
  private static final String REPLICA = "meshgauge_replica";

  private final Scrape before;
  private final Scrape after;
  private final Topology topology;

  private HopLatencies(Scrape before, Scrape after, Topology topology) {
    this.before = before;
    this.after = after;
    this.topology = topology;
  }

  /**
   * The latencies between two scrapes; a hop that was not called, or not timed, is absent.
   *
   * @throws ProbeException when a counter fell, so that a service was restarted; naming the service
   */
  public static List<HopLatency> between(Scrape before, Scrape after, Topology topology) {
    HopLatencies latencies = new HopLatencies(before, after, topology);
    List<HopLatency> found = new ArrayList<>();
    for (Hop hop : topology.hops()) {
      latencies.atClient(hop).ifPresent(found::add);
    }
    for (String service : topology.services()) {
      latencies.atServer(service, topology.to(service)).ifPresent(found::add);
    }
    return List.copyOf(found);
  }

  private Optional<HopLatency> atClient(Hop hop) {
    String timer = prefix(hop.protocol()) + "_client_requests_seconds";
    Predicate<Sample> ofHop = sample -> sample.label("peer").equals(hop.server());
    return growth(hop.client(), timer, ofHop)
        .map(grown -> grown.latency(hop.client(), hop.server(), HopLatency.Side.CLIENT));
  }

  private Optional<HopLatency> atServer(String service, List<Hop> callers) {
    if (callers.isEmpty()) {
      return Optional.empty();
    }
    String clients = callers.stream().map(Hop::client).collect(Collectors.joining(", "));
    String timer = prefix(callers.get(0).protocol()) + "_server_requests_seconds";
    Service.Pages pages = topology.service(service).pages();
    return growth(service, timer, sample -> ServedCalls.ofPeers(sample, pages))
        .map(grown -> grown.latency(clients, service, HopLatency.Side.SERVER));
  }

  private Optional<TimerGrowth> growth(String service, String timer, Predicate<Sample> which) {
    try {
      TimerGrowth grown =
          TimerGrowth.of(timer, of(before, service, which), of(after, service, which));
      return grown.count() == 0 ? Optional.empty() : Optional.of(grown);
    } catch (ProbeException e) {
      throw new ProbeException("metrics of service '" + service + "': " + e.getMessage(), e);
    }
  }

  /** The samples of all processes of a workload, distinguished by one more label. */
  private List<Sample> of(Scrape scrape, String workload, Predicate<Sample> which) {
    return topology.replicas(workload).stream()
        .flatMap(
            replica ->
                scrape.of(replica.name()).stream()
                    .filter(which)
                    .map(sample -> sample.with(REPLICA, replica.name())))
        .toList();
  }

  private static String prefix(Protocol protocol) {
    return protocol == Protocol.GRPC ? "grpc" : "http";
  }
}
