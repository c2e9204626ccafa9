package io.meshgauge.mesh.nginx;

import io.meshgauge.mesh.balancer.Algorithm;
import io.meshgauge.mesh.balancer.Balancer;
import io.meshgauge.mesh.balancer.BalancerMesh;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.ProxyKind;
import io.meshgauge.topology.ProxyProcess.Sign;
import java.util.List;

/**
 * NGINX before replicated services. It finds out about a replica's health by the requests it sends
 * there, and by nothing else. TCP streams need a module of their own, and have no counters.
 */
public final class NginxMesh extends BalancerMesh {

  /** NGINX; round robin is what it does when it is told nothing. */
  public NginxMesh() {
    super(
        ProxyKind.NGINX,
        "nginx",
        "NGINX",
        "nginx.conf.mustache",
        List.of(
            Algorithm.roundRobin(""),
            Algorithm.leastConnections("least_conn"),
            Algorithm.ipHash("ip_hash"),
            Algorithm.weightedRoundRobin("")));
  }

  @Override
  public boolean carriesStreams() {
    return false;
  }

  @Override
  protected Listener.Names counters(Balancer balancer) {
    // Its open edition counts requests of all listeners together, and nothing more.
    return new Listener.Names("requests", "", "", "");
  }

  @Override
  protected List<Sign> signs(Balancer balancer) {
    return List.of();
  }

  @Override
  protected String retries() {
    return "2 at other replicas, on error and timeout while nothing was answered";
  }
}
