package io.meshgauge.product.caddy;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.product.balancer.Balancer;
import io.meshgauge.product.balancer.BalancerProduct;
import io.meshgauge.product.replica.Algorithm;
import io.meshgauge.topology.plane.Balancing.Server;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess.Sign;
import java.util.List;
import java.util.Map;

/**
 * Caddy before replicated services. It counts requests, but neither retries nor the bytes of
 * connections; its standard modules balance requests only.
 */
public final class Caddy extends BalancerProduct {
  /** Name of the only server in its configuration. */
  private static final String SERVER = "srv0";

  public Caddy() {
    super(
        new CaddyType(),
        "caddy",
        "Caddy",
        "Caddyfile.mustache",
        List.of(
            Algorithm.roundRobin("round_robin").ofRequestsOnly(),
            Algorithm.leastConnections("least_conn").ofRequestsOnly(),
            Algorithm.ipHash("ip_hash").ofRequestsOnly(),
            Algorithm.weightedRoundRobin("weighted_round_robin").ofRequestsOnly()));
  }

  @Override
  public boolean carriesStreams() {
    return false;
  }

  @Override
  protected ListenerCounters counters(Balancer balancer) {
    return ListenerCounters.of(
        Map.of(
            TrafficCounter.REQUESTS,
            CounterSource.onceUsed("caddy_http_requests_total." + SERVER)));
  }

  @Override
  protected List<Sign> signs(Balancer balancer) {
    return balancer.servers().stream().map(Caddy::healthy).toList();
  }

  private static Sign healthy(Server server) {
    return new Sign(
        CaddyType.METRICS,
        "caddy_reverse_proxy_upstreams_healthy{upstream=\"%s\"} 1".formatted(server.address()));
  }

  @Override
  protected String retries() {
    return "2 at other replicas while connecting, for GET also until the first byte of the response";
  }

  @Override
  protected String reconnects() {
    return "none";
  }
}
