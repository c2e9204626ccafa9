package io.meshgauge.product.envoyfront;

import io.meshgauge.product.TrafficSettings;
import io.meshgauge.product.balancer.Balancer;
import io.meshgauge.product.balancer.BalancerProduct;
import io.meshgauge.product.balancer.Drainage;
import io.meshgauge.product.envoy.EnvoyCounters;
import io.meshgauge.product.envoy.EnvoyType;
import io.meshgauge.product.envoy.TrafficTemplateValues;
import io.meshgauge.product.envoy.WatchedEndpoints;
import io.meshgauge.product.envoy.WatchedEndpoints.Endpoint;
import io.meshgauge.product.replica.Algorithm;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess.Sign;
import io.meshgauge.topology.plane.Traffic;
import java.util.List;
import java.util.Map;

/**
 * Envoy as a load balancer before replicated services, configured by the template {@code
 * front.yaml.mustache}. Its least connections is the better of two random replicas.
 */
public final class EnvoyFront extends BalancerProduct {

  public EnvoyFront() {
    super(
        new EnvoyType(),
        "envoy-front",
        "Envoy load balancer",
        "front.yaml.mustache",
        List.of(
            Algorithm.roundRobin("ROUND_ROBIN"),
            Algorithm.leastConnections("LEAST_REQUEST"),
            Algorithm.ipHash("RING_HASH"),
            Algorithm.weightedRoundRobin("ROUND_ROBIN")),
        true);
  }

  @Override
  protected ListenerCounters counters(Balancer balancer) {
    Protocol protocol = balancer.bytes() ? Protocol.TCP : balancer.hops().get(0).protocol();
    return EnvoyCounters.of(protocol, balancer.service(), balancer.service());
  }

  @Override
  protected Map<String, Object> templateValues(Traffic traffic) {
    return TrafficTemplateValues.of(traffic);
  }

  @Override
  protected List<Sign> signs(Balancer balancer) {
    String healthy = "cluster.%s.membership_healthy".formatted(balancer.service());
    return List.of(new Sign("/stats?filter=membership_healthy", healthy + ": " + balancer.count()));
  }

  @Override
  protected boolean drains() {
    return true;
  }

  @Override
  protected Drainage drainage(Balancer balancer, Site site) {
    WatchedEndpoints watched =
        new WatchedEndpoints(
            site.watched().resolve(balancer.name() + ".yaml"),
            balancer.name(),
            balancer.service(),
            balancer.service(),
            balancer.servers().stream()
                .map(it -> new Endpoint(it.address(), it.weight()))
                .toList());
    return new Drainage(
        Map.of("endpoints", watched.path().toString()), List.of(watched.usual()), watched.drains());
  }

  @Override
  protected String retries() {
    return "2 on " + TrafficSettings.ON_CONNECT;
  }

  @Override
  protected String reconnects() {
    return "2 on connect-failure";
  }
}
