package io.meshgauge.product.haproxy;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.product.balancer.Balancer;
import io.meshgauge.product.balancer.BalancerProduct;
import io.meshgauge.product.balancer.Drainage;
import io.meshgauge.product.replica.Algorithm;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.plane.Balancing.Server;
import io.meshgauge.topology.plane.DynamicConfig.Drain;
import io.meshgauge.topology.plane.DynamicConfig.Turn;
import io.meshgauge.topology.plane.DynamicConfig.Way;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess.Sign;
import java.util.List;
import java.util.Map;

/** HAProxy before replicated services. */
public final class Haproxy extends BalancerProduct {

  public Haproxy() {
    super(
        new HaproxyType(),
        "haproxy",
        "HAProxy",
        "haproxy.cfg.mustache",
        List.of(
            Algorithm.roundRobin("roundrobin"),
            Algorithm.leastConnections("leastconn"),
            Algorithm.ipHash("source"),
            Algorithm.weightedRoundRobin("roundrobin")));
  }

  @Override
  protected ListenerCounters counters(Balancer balancer) {
    String front = balancer.service() + ".FRONTEND.";
    return ListenerCounters.of(
        Map.of(
            TrafficCounter.REQUESTS,
            CounterSource.of(front + (balancer.bytes() ? "stot" : "req_tot")),
            TrafficCounter.RETRIES,
            CounterSource.of(balancer.service() + ".BACKEND.wretr"),
            TrafficCounter.BYTES,
            CounterSource.of(front + "bin")));
  }

  @Override
  protected List<Sign> signs(Balancer balancer) {
    return List.of(new Sign("/found", ""));
  }

  @Override
  protected boolean drains() {
    return true;
  }

  /** By HAProxy's runtime API; once its health checks see the replica again, that is chosen. */
  @Override
  protected Drainage drainage(Balancer balancer, Site site) {
    Address api = site.free();
    List<Sign> all = balancer.checked() ? signs(balancer) : List.of();
    return new Drainage(
        Map.of("api", api),
        List.of(),
        Drain.groups(balancer.servers().stream().map(Server::replica).toList()).stream()
            .map(
                group ->
                    new Drain(
                        balancer.name(),
                        group,
                        new Turn(command(balancer, group, api, "drain"), List.of()),
                        new Turn(command(balancer, group, api, "ready"), all)))
            .toList());
  }

  private static Way command(Balancer balancer, List<Replica> group, Address api, String state) {
    return new Way.Commanded(
        api,
        group.stream()
            .map(it -> "set server %s/%s state %s".formatted(balancer.service(), it, state))
            .toList());
  }

  @Override
  protected String retries() {
    return "2 on conn-failure, the last at another replica";
  }

  @Override
  protected String reconnects() {
    return retries();
  }
}
