package io.meshgauge.topology;

import java.util.Map;

/**
 * Where the workloads of a topology run on a cluster.
 *
 * @param topology who talks to whom
 * @param namespace the namespace they run in
 * @param hosts address of its pod by service
 * @param admin address at which this machine reaches the administration of the proxy beside a
 *     workload, by workload; empty without proxies
 */
public record Placement(
    Topology topology, String namespace, Map<String, String> hosts, Map<String, Address> admin) {
  /** Port of the services' HTTP interfaces, and of the actuators. */
  public static final int HTTP = 8080;

  /** Port of the services' gRPC interfaces. */
  public static final int GRPC = 9090;

  /** Port of the iperf3 server. */
  public static final int IPERF = 5201;

  public Placement {
    hosts = Map.copyOf(hosts);
    admin = Map.copyOf(admin);
  }

  /** The port a protocol is served at. */
  public static int port(Protocol protocol) {
    return switch (protocol) {
      case HTTP1 -> HTTP;
      case GRPC -> GRPC;
      case TCP -> IPERF;
    };
  }

  /** An address at the pod of a service. */
  public Address at(String service, int port) {
    String host = hosts.get(service);
    if (host == null) {
      throw new IllegalArgumentException(
          "no pod for service '%s'; there are pods for %s".formatted(service, hosts.keySet()));
    }
    return new Address(host, port);
  }

  /** The address at which a hop's server itself is called. */
  public Address server(Hop hop) {
    return at(hop.server(), port(hop.protocol()));
  }
}
