package io.meshgauge.product.haproxy;

import io.meshgauge.product.balancer.Algorithm;
import io.meshgauge.product.balancer.Balancer;
import io.meshgauge.product.balancer.BalancerProduct;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.ProxyKind;
import io.meshgauge.topology.ProxyProcess.Sign;
import java.util.List;

/** HAProxy before replicated services. */
public final class Haproxy extends BalancerProduct {

  /** HAProxy, by its own words for its algorithms. */
  public Haproxy() {
    super(
        ProxyKind.HAPROXY,
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
  protected Listener.Names counters(Balancer balancer) {
    String front = balancer.service() + ".FRONTEND.";
    return new Listener.Names(
        front + (balancer.bytes() ? "stot" : "req_tot"),
        balancer.service() + ".BACKEND.wretr",
        front + "bin",
        "");
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
