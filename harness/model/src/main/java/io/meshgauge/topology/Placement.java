package io.meshgauge.topology;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the workloads of a topology run on a cluster.
 *
 * @param topology who talks to whom
 * @param namespace the namespace they run in
 * @param hosts address of its pod by workload: a service, from its second replica on with the
 *     number ({@link Replica#name}), or a load balancer
 * @param services address of its Service by service, within the cluster; empty where nothing asks
 *     for it
 * @param ports port of its pod by service; of all others that of its Service
 * @param admin address at which this machine reaches the administration of the proxy of a workload,
 *     by workload, or of a load balancer, by its name; empty without proxies
 * @param collectors address at which this machine asks a program that takes telemetry, by its name
 * @param logs folder of this machine that access logs are copied to
 */
public record Placement(
    Topology topology,
    String namespace,
    Map<String, String> hosts,
    Map<String, String> services,
    Map<String, Integer> ports,
    Map<String, Address> admin,
    Map<String, Address> collectors,
    Path logs) {
  /** Port of the services' HTTP interfaces, and of the actuators. */
  public static final int HTTP = 8080;

  /** Port of the services' gRPC interfaces. */
  public static final int GRPC = 9090;

  /** Port of the iperf3 server. */
  public static final int IPERF = 5201;

  public Placement {
    hosts = Map.copyOf(hosts);
    services = Map.copyOf(services);
    ports = Map.copyOf(ports);
    admin = Map.copyOf(admin);
    collectors = Map.copyOf(collectors);
  }

  /** A placement of workloads without telemetry. */
  public Placement(
      Topology topology, String namespace, Map<String, String> hosts, Map<String, Address> admin) {
    this(topology, namespace, hosts, Map.of(), Map.of(), admin, Map.of(), Path.of("access-logs"));
  }

  /** Where a program that takes telemetry is asked. */
  public Address collector(String name) {
    Address address = collectors.get(name);
    if (address == null) {
      throw new IllegalArgumentException(
          "no '%s' takes telemetry; there are %s".formatted(name, collectors.keySet()));
    }
    return address;
  }

  /** The port a protocol is served at. */
  public static int port(Protocol protocol) {
    return switch (protocol) {
      case HTTP1 -> HTTP;
      case GRPC -> GRPC;
      case TCP -> IPERF;
    };
  }

  /** The port at which the pod of a hop's server listens. */
  public int served(Hop hop) {
    Integer port = ports.get(hop.server());
    return port == null ? topology.port(hop) : port;
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

  /** The address of a hop's server by its Service. */
  public Address service(Hop hop) {
    String address = services.get(hop.server());
    if (address == null) {
      throw new IllegalArgumentException(
          "no Service of '%s'; there are those of %s".formatted(hop.server(), services.keySet()));
    }
    return new Address(address, topology.port(hop));
  }

  /** For every hop the address at which its server itself is called. */
  public Map<Hop, Address> servers() {
    Map<Hop, Address> servers = new LinkedHashMap<>();
    topology.hops().forEach(hop -> servers.put(hop, server(hop)));
    return servers;
  }

  /** The address at which a hop's server itself is called. */
  public Address server(Hop hop) {
    return at(hop.server(), served(hop));
  }
}
