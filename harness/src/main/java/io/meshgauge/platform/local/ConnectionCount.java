package io.meshgauge.platform.local;

import io.meshgauge.measure.counter.OpenConnections;
import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.Workload;
import io.meshgauge.probe.tcp.ConnectionsProbe;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Balancing.Server;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** Counts open connections at proxies that balance connections, from the kernel's tables. */
final class ConnectionCount {
  /** A health check in progress is a connection behind the proxy without one in front of it. */
  private static final Wait EVEN_TIMEOUT = new Wait(Duration.ofMillis(500), Duration.ofMillis(20));

  private final DataPlane plane;
  private final Deployment deployment;
  private final ConnectionsProbe probe;

  ConnectionCount(Deployment deployment, ConnectionsProbe probe) {
    this.plane = deployment.dataPlane();
    this.deployment = deployment;
    this.probe = probe;
  }

  /** Counts connections; nothing is read where no proxy balances connections. */
  OpenConnections now() {
    if (plane.balancing().values().stream().noneMatch(Balancing::byConnection)) {
      return OpenConnections.NOT_READ;
    }
    return EVEN_TIMEOUT.last(this::once, this::even);
  }

  private OpenConnections once() {
    // The harness itself scrapes services at addresses that also serve requests.
    Set<Long> mine = probe.socketsOf(ProcessHandle.current().pid());
    List<ConnectionsProbe.End> ends =
        probe.read().stream().filter(it -> !mine.contains(it.socket())).toList();
    Map<String, Long> before = new HashMap<>();
    Map<String, Long> behind = new HashMap<>();
    Map<String, Long> past = new HashMap<>();
    for (Map.Entry<String, Balancing> carried : plane.balancing().entrySet()) {
      String service = carried.getKey();
      if (!carried.getValue().byConnection()) {
        continue;
      }
      Set<Address> fronts = fronts(service);
      before.put(service, ends.stream().filter(it -> fronts.contains(it.local())).count());
      Set<Long> own = socketsBefore(service);
      for (Server server : carried.getValue().servers()) {
        List<ConnectionsProbe.End> clients =
            ends.stream().filter(it -> it.remote().equals(server.address())).toList();
        long ours = clients.stream().filter(it -> own.contains(it.socket())).count();
        behind.put(server.replica().name(), ours);
        past.put(server.replica().name(), clients.size() - ours);
      }
    }
    return new OpenConnections(before, behind, past);
  }

  /** Addresses at which callers connect to a service. */
  private Set<Address> fronts(String service) {
    return plane.dial().entrySet().stream()
        .filter(it -> it.getKey().server().equals(service))
        .map(Map.Entry::getValue)
        .collect(Collectors.toSet());
  }

  /** Sockets of the proxies in front of a service. */
  private Set<Long> socketsBefore(String service) {
    return plane.listeners().stream()
        .filter(it -> it.side() == Side.INBOUND && it.hop().server().equals(service))
        .map(Listener::proxy)
        .distinct()
        .flatMap(proxy -> sockets(proxy).stream())
        .collect(Collectors.toSet());
  }

  /** Sockets of a proxy and of its worker processes. */
  private Set<Long> sockets(String proxy) {
    Set<Long> sockets = new HashSet<>();
    deployment.workloads(Part.DATA_PLANE).stream()
        .filter(it -> it.name().equals(proxy))
        .map(Workload::pid)
        .flatMapToLong(OptionalLong::stream)
        .forEach(
            pid -> {
              sockets.addAll(probe.socketsOf(pid));
              ProcessHandle.of(pid).stream()
                  .flatMap(ProcessHandle::descendants)
                  .forEach(child -> sockets.addAll(probe.socketsOf(child.pid())));
            });
    return sockets;
  }

  /**
   * Whether there are as many connections behind the proxies as in front of them; always true where
   * an intermediate proxy opens its own.
   */
  private boolean even(OpenConnections found) {
    if (plane.listeners().stream().anyMatch(it -> it.side() == Side.BETWEEN)) {
      return true;
    }
    for (Map.Entry<String, Balancing> it : plane.balancing().entrySet()) {
      long behind =
          it.getValue().servers().stream()
              .mapToLong(server -> found.behind().getOrDefault(server.replica().name(), 0L))
              .sum();
      if (behind != found.before().getOrDefault(it.getKey(), 0L)) {
        return false;
      }
    }
    return true;
  }
}
