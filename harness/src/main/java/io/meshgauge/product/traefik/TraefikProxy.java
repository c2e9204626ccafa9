package io.meshgauge.product.traefik;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.product.balancer.Balancer;
import io.meshgauge.product.balancer.BalancerProduct;
import io.meshgauge.product.replica.Algorithm;
import io.meshgauge.topology.plane.Balancing.Rule;
import io.meshgauge.topology.plane.Balancing.Server;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess.Sign;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Traefik before replicated services. Its nearest equivalent of least connections is the better of
 * two random replicas ({@code p2c}), and of a hash of the address the highest random weight ({@code
 * hrw}); both keep their own names. It has no counters that could prove a TCP stream.
 */
public final class TraefikProxy extends BalancerProduct {
  private static final String ENTRY_POINT = "front";

  /** Traefik's round robin is always weighted. */
  public TraefikProxy() {
    super(
        new TraefikType(),
        "traefik",
        "Traefik",
        "traefik.yaml.mustache",
        List.of(
            Algorithm.roundRobin("wrr"),
            Algorithm.weightedRoundRobin("wrr"),
            new Algorithm("p2c", Rule.LEAST_CONNECTIONS, false, "p2c").ofRequestsOnly(),
            new Algorithm("hrw", Rule.IP_HASH, false, "hrw").ofRequestsOnly()));
  }

  @Override
  public boolean carriesStreams() {
    return false;
  }

  @Override
  protected ListenerCounters counters(Balancer balancer) {
    if (balancer.bytes()) {
      // It counts open connections, and not accepted ones.
      return ListenerCounters.NONE;
    }
    return ListenerCounters.of(
        Map.of(
            TrafficCounter.REQUESTS,
            CounterSource.onceUsed("traefik_entrypoint_requests_total." + ENTRY_POINT),
            TrafficCounter.RETRIES,
            CounterSource.onceUsed("traefik_service_retries_total." + balancer.service() + "@file"),
            TrafficCounter.BYTES,
            CounterSource.onceUsed("traefik_entrypoint_requests_bytes_total." + ENTRY_POINT)));
  }

  @Override
  protected List<Sign> signs(Balancer balancer) {
    // It reports nothing of servers that it does not check.
    return balancer.checksPage()
        ? balancer.servers().stream().map(server -> up(balancer, server)).toList()
        : List.of();
  }

  private static Sign up(Balancer balancer, Server server) {
    return new Sign(
        TraefikType.METRICS,
        "traefik_service_server_up{service=\"%s@file\",url=\"http://%s\"} 1"
            .formatted(balancer.service(), server.address()));
  }

  @Override
  protected List<String> arguments(Balancer balancer) {
    String entry = "--entryPoints." + ENTRY_POINT;
    List<String> arguments = new ArrayList<>();
    arguments.add(entry + ".address=" + balancer.listen());
    arguments.add(entry + ".transport.respondingTimeouts.readTimeout=1h");
    arguments.add(entry + ".transport.respondingTimeouts.idleTimeout=1h");
    arguments.add("--entryPoints.traefik.address=" + balancer.admin());
    return arguments;
  }

  @Override
  protected boolean checksConnections() {
    return false;
  }

  @Override
  protected String retries() {
    return "none";
  }

  @Override
  protected String reconnects() {
    return "none";
  }
}
