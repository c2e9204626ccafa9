package io.meshgauge.topology;

import java.util.List;
import java.util.Map;

/**
 * What a mesh puts between the workloads at one site.
 *
 * @param proxies to be started before the services are called; empty for the baseline
 * @param dial for every hop the address its client must dial
 * @param listeners of the proxies on the path
 * @param wire for every hop the address whose traffic crosses from the client's side to the
 *     server's: where encryption is, or is not, to be seen
 * @param taps ways to sample a hop's connections; empty where packets are captured instead
 * @param guards where a policy is enforced; empty without one
 * @param backends where its telemetry goes
 */
public record DataPlane(
    List<ProxyProcess> proxies,
    Map<Hop, Address> dial,
    List<Listener> listeners,
    Map<Hop, Address> wire,
    List<Tap> taps,
    List<Guard> guards,
    Backends backends) {

  public DataPlane {
    proxies = List.copyOf(proxies);
    dial = Map.copyOf(dial);
    listeners = List.copyOf(listeners);
    wire = Map.copyOf(wire);
    taps = List.copyOf(taps);
    guards = List.copyOf(guards);
  }

  /** A data plane without a policy, whose telemetry goes nowhere. */
  public DataPlane(
      List<ProxyProcess> proxies,
      Map<Hop, Address> dial,
      List<Listener> listeners,
      Map<Hop, Address> wire,
      List<Tap> taps) {
    this(proxies, dial, listeners, wire, taps, List.of(), Backends.NONE);
  }

  /** A data plane that cannot be tapped. */
  public DataPlane(
      List<ProxyProcess> proxies,
      Map<Hop, Address> dial,
      List<Listener> listeners,
      Map<Hop, Address> wire) {
    this(proxies, dial, listeners, wire, List.of());
  }

  /** The same data plane, whose telemetry goes to some backends. */
  public DataPlane observedBy(Backends observers) {
    return new DataPlane(proxies, dial, listeners, wire, taps, guards, observers);
  }

  /** The same data plane with a policy that is enforced somewhere. */
  public DataPlane guardedBy(List<Guard> guardians) {
    return new DataPlane(proxies, dial, listeners, wire, taps, guardians, backends);
  }
}
