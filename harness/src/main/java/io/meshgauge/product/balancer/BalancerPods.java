package io.meshgauge.product.balancer;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Placement;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.design.ClusterDesign;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess;
import io.meshgauge.topology.plane.ProxyType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Load balancers on a cluster: one pod before every service, which callers reach by the service's
 * name, and which has the addresses of the replicas' pods. The ports are those of {@code
 * k8s/mesh/balancer}.
 *
 * @param overlay folder below {@code k8s/mesh}
 * @param settings how they balance
 * @param process configuration of a balancer, by the template of the local platform
 * @param counters names of the counters of a balancer
 */
record BalancerPods(
    String overlay,
    ProxyType type,
    BalancerSettings settings,
    Function<Balancer, ProxyProcess> process,
    Function<Balancer, ListenerCounters> counters)
    implements ClusterDesign {
  /** Listening address in its pod. */
  private static final Address LISTEN = new Address("0.0.0.0", 15_006);

  /** Administration address in its pod. */
  private static final Address ADMIN = Address.loopback(15_000);

  /** Folder of the certificate in the pod that terminates TLS. */
  private static final Path IDENTITIES = Path.of("/identities");

  @Override
  public Optional<Front> front() {
    String program = type.program();
    return Optional.of(
        new Front(
            program,
            ADMIN.port(),
            program + "." + type.configSuffix(),
            settings.tls() ? Balancer.keyFiles() : List.of()));
  }

  @Override
  public Map<String, String> configurations(Placement placement) {
    Map<String, String> texts = new TreeMap<>();
    layout(placement).balancers().forEach(it -> texts.put(it.name(), inItsPod(it).config()));
    return texts;
  }

  @Override
  public Optional<Duration> slowed(Replica replica, Topology topology) {
    return settings.replication().slowed(replica, topology);
  }

  @Override
  public DataPlane dataPlane(Placement placement) {
    return layout(placement)
        .moved(it -> it.at(placement.at(it.name(), LISTEN.port()), administration(it, placement)))
        .dataPlane(it -> inItsPod(it).at(it.admin()), counters);
  }

  /** The process with its addresses inside the pod, which differ from those outside. */
  private ProxyProcess inItsPod(Balancer balancer) {
    return process.apply(balancer.at(LISTEN, ADMIN));
  }

  private static Address administration(Balancer balancer, Placement placement) {
    Address address = placement.admin().get(balancer.name());
    if (address == null) {
      throw new IllegalArgumentException(
          "no admin address for '%s'; known: %s"
              .formatted(balancer.name(), placement.admin().keySet()));
    }
    return address;
  }

  private BalancerLayout layout(Placement placement) {
    Map<String, Address> serving = new TreeMap<>();
    for (Replica replica : placement.topology().replicas()) {
      placement.topology().to(replica.service()).stream()
          .findFirst()
          .map(hop -> placement.topology().port(hop))
          .ifPresent(port -> serving.put(replica.name(), placement.at(replica.name(), port)));
    }
    // The site's folder is not used: a balancer writes in its pod only.
    return BalancerLayout.of(
        new Site(placement.topology(), serving, LISTEN::port, IDENTITIES, placement.logs()),
        settings);
  }
}
