package io.meshgauge.product.haproxy;

import io.meshgauge.measure.CounterSource;
import io.meshgauge.measure.TrafficCounter;
import io.meshgauge.product.balancer.Balancer;
import io.meshgauge.product.balancer.BalancerProduct;
import io.meshgauge.product.replica.Algorithm;
import io.meshgauge.topology.ListenerCounters;
import io.meshgauge.topology.ProxyProcess.Sign;
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
  protected String retries() {
    return "2 on conn-failure, the last at another replica";
  }

  @Override
  protected String reconnects() {
    return retries();
  }
}
