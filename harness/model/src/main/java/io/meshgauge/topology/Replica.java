package io.meshgauge.topology;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One of the processes of a service.
 *
 * @param service what it is a replica of
 * @param number counted from 1
 */
public record Replica(String service, int number) {
  /** The load worker, which is one client however many processes send. */
  public static final Replica LOAD = new Replica(Topology.LOAD, 1);

  /** Its name among the workloads: that of the service, and from the second on with its number. */
  public String name() {
    return number == 1 ? service : service + "-" + number;
  }

  @Override
  public String toString() {
    return name();
  }

  /**
   * The paths of the processes of services that have several.
   *
   * @param dial by client process the addresses that it dials for a hop, in turn where there are
   *     several; a client that is not listed dials the one address of the data plane
   * @param wire by server process, from the second of a service on, the address at which the calls
   *     to it cross from one side to the other
   * @param proxies by the proxy of a first process those of the others, which have the same
   *     listeners and counters
   */
  public record Paths(
      Map<Replica, Map<Hop, List<Address>>> dial,
      Map<Replica, Address> wire,
      Map<String, List<String>> proxies) {
    /** Every process of a service is reached by the same path, or there is one only. */
    public static final Paths NONE = new Paths(Map.of(), Map.of(), Map.of());

    public Paths {
      dial = Map.copyOf(dial);
      wire = Map.copyOf(wire);
      proxies = Map.copyOf(proxies);
    }

    /** The addresses at which calls to the processes of a service cross, from the second on. */
    public Map<Replica, Address> wire(String service) {
      return wire.entrySet().stream()
          .filter(it -> it.getKey().service().equals(service))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
  }
}
