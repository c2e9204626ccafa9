package io.meshgauge.product.nginx;

import io.meshgauge.measure.CounterSource;
import io.meshgauge.measure.TrafficCounter;
import io.meshgauge.product.balancer.Balancer;
import io.meshgauge.product.balancer.BalancerProduct;
import io.meshgauge.product.replica.Algorithm;
import io.meshgauge.topology.ListenerCounters;
import io.meshgauge.topology.ProxyProcess.Sign;
import java.util.List;
import java.util.Map;

/**
 * NGINX before replicated services. It determines a replica's health only from the requests it
 * sends there. Balancing connections needs a separate module, whose bytes it does not count.
 */
public final class Nginx extends BalancerProduct {
  /** NGINX's round robin is its default and has no name. */
  public Nginx() {
    super(
        new NginxType(),
        "nginx",
        "NGINX",
        "nginx.conf.mustache",
        List.of(
            Algorithm.roundRobin(""),
            Algorithm.leastConnections("least_conn"),
            // The stream module has no ip_hash, but a hash of any expression.
            Algorithm.ipHash("ip_hash").ofConnections("hash $remote_addr"),
            Algorithm.weightedRoundRobin("")));
  }

  @Override
  public boolean carriesStreams() {
    return false;
  }

  @Override
  protected ListenerCounters counters(Balancer balancer) {
    // The open-source edition counts connections and requests of all listeners together, and
    // nothing more.
    return ListenerCounters.of(
        Map.of(
            TrafficCounter.REQUESTS, CounterSource.of(balancer.bytes() ? "accepts" : "requests")));
  }

  @Override
  protected List<String> modulesOfConnections() {
    return List.of("nginx-stream");
  }

  @Override
  protected List<Sign> signs(Balancer balancer) {
    return List.of();
  }

  @Override
  protected String retries() {
    return "2 at other replicas, on error and timeout until the first byte of the response";
  }

  @Override
  protected String reconnects() {
    return "2 at other replicas, on error and timeout while connecting";
  }
}
