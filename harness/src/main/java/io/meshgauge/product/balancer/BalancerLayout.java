package io.meshgauge.product.balancer;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Balancing.Unit;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** One balancer before every service: client → balancer → one of the replicas. */
final class BalancerLayout {
  private final List<Balancer> balancers = new ArrayList<>();

  private BalancerLayout() {}

  /**
   * Assigns free ports of a site to the balancers.
   *
   * @throws IllegalArgumentException when the site has no serving address for a called service
   */
  static BalancerLayout of(Site site, BalancerSettings settings) {
    BalancerLayout layout = new BalancerLayout();
    for (String service : site.topology().services()) {
      List<Hop> hops = site.topology().to(service);
      if (!hops.isEmpty()) {
        layout.balancers.add(
            new Balancer(
                hops,
                site.free(),
                site.free(),
                balancing(site, hops.get(0), settings),
                settings.algorithm(),
                settings.workers(),
                check(site.topology().service(service), hops.get(0).protocol(), settings),
                Optional.of(site.identities())
                    .filter(unused -> settings.tls() && site.topology().entersAt(service))));
      }
    }
    return layout;
  }

  /**
   * How replicas are checked: by the page of the service if its callers' port serves one, and else
   * by a connection. iperf3 would treat that as a test.
   */
  private static Optional<String> check(
      Service service, Protocol protocol, BalancerSettings settings) {
    if (!settings.checked() || protocol == Protocol.TCP) {
      return Optional.empty();
    }
    boolean page = protocol == Protocol.HTTP1 && !service.pages().apart();
    return Optional.of(page ? service.pages().ready() : "");
  }

  /** The same layout with its balancers at other addresses. */
  BalancerLayout moved(UnaryOperator<Balancer> move) {
    BalancerLayout layout = new BalancerLayout();
    balancers.forEach(it -> layout.balancers.add(move.apply(it)));
    return layout;
  }

  /** The balancers, callees' before callers'. */
  List<Balancer> balancers() {
    return List.copyOf(balancers);
  }

  /**
   * The data plane of these balancers.
   *
   * @param process builds the process of a balancer
   * @param counters names of the counters of a balancer
   */
  DataPlane dataPlane(
      Function<Balancer, ProxyProcess> process, Function<Balancer, ListenerCounters> counters) {
    List<ProxyProcess> processes = new ArrayList<>();
    Map<Hop, Address> dial = new LinkedHashMap<>();
    List<Listener> listeners = new ArrayList<>();
    Map<String, Balancing> balancing = new LinkedHashMap<>();
    for (Balancer it : balancers) {
      processes.add(process.apply(it));
      it.hops().forEach(hop -> dial.put(hop, it.listen()));
      Hop first = it.hops().get(0);
      listeners.add(new Listener(it.name(), first, Side.INBOUND, it.listen(), counters.apply(it)));
      balancing.put(it.service(), it.balancing());
    }
    return new DataPlane(processes, dial, listeners, dial).spreading(balancing);
  }

  private static Balancing balancing(Site site, Hop hop, BalancerSettings settings) {
    // The connections of a stream belong together, and have one server; iperf3 is no service whose
    // callers are counted.
    boolean connections =
        hop.isUnknownTcp() || (settings.connections() && hop.protocol() != Protocol.TCP);
    return settings
        .replication()
        .balancing(site, hop.server(), connections ? Unit.CONNECTIONS : Unit.REQUESTS);
  }
}
