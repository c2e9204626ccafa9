package io.meshgauge.platform.local;

import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.SharedServices;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.local.machine.Ports;
import io.meshgauge.platform.local.process.GuardedProcess;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.IntStream;

/**
 * Processes of services that several arms share, of which each calls them at ports of its own: so
 * connections and bytes at a service are those of one arm. The addresses of all data planes are
 * chosen before the services start, and stay: proxies of an arm can be replaced, services cannot.
 */
final class LocalSharedServices implements SharedServices {
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);

  private final LocalPlatform platform;
  private final Sharing sharing;
  private final List<Plane> planes = new ArrayList<>();
  private final Teardown teardown = new Teardown();
  private List<LocalServices.Running> services = List.of();

  /** The data plane of an arm, and where it is. */
  private record Plane(Site site, DataPlane dataPlane) {}

  /**
   * @param ports that services and proxies get, released when this is closed
   */
  LocalSharedServices(LocalPlatform platform, Sharing sharing, Ports ports) {
    this.platform = platform;
    this.sharing = sharing;
    teardown.add("release ports", ports::close);
    Topology topology = sharing.arms().get(0).topology();
    for (Order order : sharing.arms()) {
      if (!order.topology().equals(topology)) {
        throw new IllegalArgumentException("arms of different topologies cannot share services");
      }
      LocalStart.created(order.workingFolder());
      Map<String, Address> serving = new HashMap<>();
      for (Replica replica : topology.replicas()) {
        boolean own =
            planes.isEmpty()
                || ServiceCommands.launch(topology.service(replica.service())).listensByArm();
        serving.put(
            replica.name(),
            own ? Address.loopback(ports.getAsInt()) : planes.get(0).site().servingOf(replica));
      }
      Site site = new Site(topology, serving, ports, order.identities(), order.workingFolder());
      planes.add(new Plane(site, order.design().local(site)));
    }
  }

  /** Starts the services; they are ready once a data plane lets them reach their peers. */
  void start() {
    Site first = planes.get(0).site();
    Site own =
        new Site(
            first.topology(),
            first.serving(),
            first.ports(),
            first.identities(),
            LocalStart.created(sharing.folder()));
    services =
        platform.services(
            own,
            this::addresses,
            furtherPorts(),
            sharing.settings(),
            LocalStart.created(sharing.logs()));
    for (LocalServices.Running service : services) {
      GuardedProcess process = service.process();
      teardown.add("stop " + process.name(), () -> process.stop(STOP_GRACE));
    }
    teardown.add("terminate the services", () -> services.forEach(it -> it.process().terminate()));
  }

  private Map<String, List<Integer>> furtherPorts() {
    Map<String, List<Integer>> further = new HashMap<>();
    for (Plane plane : planes.subList(1, planes.size())) {
      plane
          .site()
          .serving()
          .forEach(
              (name, address) -> {
                List<Integer> others = further.computeIfAbsent(name, key -> new ArrayList<>());
                if (!address.equals(planes.get(0).site().serving().get(name))) {
                  others.add(address.port());
                }
              });
    }
    return further;
  }

  /** The addresses of a peer, for each arm. */
  private List<List<Address>> addresses(Replica client, Hop hop) {
    return IntStream.range(0, planes.size())
        .mapToObj(arm -> planes.get(through(arm, hop)).dataPlane().dialled(client, hop))
        .toList();
  }

  private int through(int arm, Hop hop) {
    return sharing.detours().stream()
        .filter(detour -> detour.arm() == arm && detour.hop().equals(hop))
        .mapToInt(Detour::through)
        .findFirst()
        .orElse(arm);
  }

  @Override
  public Deployment deploy(int arm, Path logs) {
    Plane plane = planes.get(arm);
    LocalStart start =
        platform.start(plane.site(), plane.dataPlane(), logs, sharing.arms().get(arm).limits());
    for (LocalServices.Running service : services) {
      if (!service.process().isAlive()) {
        throw new PlatformException(service.process().exitReport());
      }
      start.deployment().share(service.process(), service.ready().address(), service.metrics());
    }
    return platform.start(start, () -> LocalServices.await(services));
  }

  @Override
  public SortedMap<String, Address> entries(int arm) {
    Plane plane = planes.get(arm);
    return LocalStart.entries(plane.site(), plane.dataPlane());
  }

  @Override
  public void close() {
    teardown.close();
  }
}
