package io.meshgauge.product.nginx;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.product.ConfigTemplate;
import io.meshgauge.product.balancer.Balancer;
import io.meshgauge.product.balancer.BalancerProduct;
import io.meshgauge.product.balancer.Drainage;
import io.meshgauge.product.replica.Algorithm;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.plane.Balancing.Server;
import io.meshgauge.topology.plane.ConfigFile;
import io.meshgauge.topology.plane.DynamicConfig.Drain;
import io.meshgauge.topology.plane.DynamicConfig.Turn;
import io.meshgauge.topology.plane.DynamicConfig.Way;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess.Sign;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * NGINX before replicated services. It determines a replica's health only from the requests it
 * sends there. Balancing connections needs a separate module, whose bytes it does not count.
 */
public final class Nginx extends BalancerProduct {
  private static final ConfigTemplate SERVERS =
      new ConfigTemplate(Nginx.class, "drained.conf.mustache");

  /** Said where no replica is drained. */
  private static final String NONE = "none";

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
  protected boolean drains() {
    return true;
  }

  /** By a file with the replicas, of which one is down, and a reload. */
  @Override
  protected Drainage drainage(Balancer balancer, Site site) {
    Path file = site.watched().resolve(balancer.name() + ".conf");
    return new Drainage(
        Map.of("file", file.toString()),
        List.of(new ConfigFile(file, servers(balancer, List.of()))),
        Drain.groups(balancer.servers().stream().map(Server::replica).toList()).stream()
            .map(
                group ->
                    new Drain(
                        balancer.name(),
                        group,
                        turn(file, balancer, group),
                        turn(file, balancer, List.of())))
            .toList());
  }

  private static Turn turn(Path file, Balancer balancer, List<Replica> drained) {
    return new Turn(
        new Way.Reloaded(new ConfigFile(file, servers(balancer, drained))),
        List.of(new Sign("/drained", names(drained))));
  }

  private static String names(List<Replica> drained) {
    return drained.isEmpty()
        ? NONE
        : drained.stream().map(Replica::name).collect(Collectors.joining(","));
  }

  private static String servers(Balancer balancer, List<Replica> drained) {
    List<Map<String, Object>> servers =
        balancer.servers().stream()
            .map(
                it ->
                    Map.<String, Object>of(
                        "address", it.address(),
                        "weight", it.weight(),
                        "down", drained.contains(it.replica())))
            .toList();
    return SERVERS.fill(Map.of("servers", servers, "drained", names(drained)), balancer);
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
