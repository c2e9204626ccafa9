package io.meshgauge.topology.plane;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Topology;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What a mesh puts between the workloads at one site.
 *
 * @param proxies to be started before the services are called; empty for the baseline
 * @param dial for every hop the address its client must dial
 * @param listeners of the proxies on the path
 * @param wire the address whose traffic crosses from one side to the other, where encryption is, or
 *     is not, to be seen: by hop; where proxies speak to each other in a protocol of their own, by
 *     who speaks to whom, and in what
 * @param taps ways to sample a hop's connections; empty where packets are captured instead
 * @param guards where a policy is enforced; empty without one
 * @param backends where its telemetry goes
 * @param balancing how calls are spread over replicas, by service, or connections carried to the
 *     only one; empty where there is none
 * @param traffic how the proxies steer requests, where that is not as usual
 * @param identities where proxies count by the identities of those they talk to; empty where those
 *     are not counted
 * @param alternates by the address of a wire another one, at which the same bytes may cross as
 *     well: whether they do is the mesh's choice. At the first a node may then ask in plaintext
 *     whether a workload is healthy, which no workload sends
 * @param inner for every hop whose wire is a tunnel the address that is asked for in it: the
 *     server's own; empty where the wire carries the calls themselves
 * @param changes what of it can be changed while it runs
 * @param replicas the paths of single processes of services; none where a proxy before a service
 *     distributes its calls
 */
public record DataPlane(
    List<ProxyProcess> proxies,
    Map<Hop, Address> dial,
    List<Listener> listeners,
    Map<Hop, Address> wire,
    List<Tap> taps,
    List<PolicyEnforcementPoint> guards,
    Backends backends,
    Map<String, Balancing> balancing,
    Traffic traffic,
    List<IdentityCount> identities,
    Map<Address, Address> alternates,
    Map<Hop, Address> inner,
    DynamicConfig changes,
    Replica.Paths replicas) {

  public DataPlane {
    proxies = List.copyOf(proxies);
    dial = Map.copyOf(dial);
    listeners = List.copyOf(listeners);
    wire = Map.copyOf(wire);
    taps = List.copyOf(taps);
    guards = List.copyOf(guards);
    balancing = Map.copyOf(balancing);
    identities = List.copyOf(identities);
    alternates = Map.copyOf(alternates);
    inner = Map.copyOf(inner);
  }

  /** A data plane without a policy, whose telemetry goes nowhere, and that spreads no calls. */
  public DataPlane(
      List<ProxyProcess> proxies,
      Map<Hop, Address> dial,
      List<Listener> listeners,
      Map<Hop, Address> wire,
      List<Tap> taps) {
    this(
        proxies,
        dial,
        listeners,
        wire,
        taps,
        List.of(),
        Backends.NONE,
        Map.of(),
        Traffic.AS_USUAL,
        List.of(),
        Map.of(),
        Map.of(),
        DynamicConfig.NONE,
        Replica.Paths.NONE);
  }

  /** A data plane that spreads no calls and cannot be tapped. */
  public DataPlane(
      List<ProxyProcess> proxies,
      Map<Hop, Address> dial,
      List<Listener> listeners,
      Map<Hop, Address> wire) {
    this(proxies, dial, listeners, wire, List.of());
  }

  /** Whether a release of its proxies is requested. */
  public boolean released() {
    return proxies.stream().anyMatch(it -> !it.release().isEmpty());
  }

  /** The same data plane, whose proxies are of other types. */
  public DataPlane running(UnaryOperator<ProxyType> types) {
    return with(
        proxies.stream().map(it -> it.of(types.apply(it.type()))).toList(), changes, replicas);
  }

  /** The same data plane, whose telemetry goes to some backends. */
  public DataPlane observedBy(Backends observers) {
    return with(guards, observers, balancing, traffic, identities, alternates, inner);
  }

  /** The same data plane with a policy that is enforced somewhere. */
  public DataPlane guardedBy(List<PolicyEnforcementPoint> guardians) {
    return with(guardians, backends, balancing, traffic, identities, alternates, inner);
  }

  /** The same data plane, which spreads calls over replicas. */
  public DataPlane spreading(Map<String, Balancing> spread) {
    return with(guards, backends, spread, traffic, identities, alternates, inner);
  }

  /** The same data plane, whose proxies steer requests in some way. */
  public DataPlane steeredBy(Traffic rules) {
    return with(guards, backends, balancing, rules, identities, alternates, inner);
  }

  /** The same data plane, whose proxies count by identities. */
  public DataPlane knowing(List<IdentityCount> counts) {
    return with(guards, backends, balancing, traffic, counts, alternates, inner);
  }

  /** The same data plane, whose bytes may cross at other addresses as well. */
  public DataPlane withAlternates(Map<Address, Address> others) {
    return with(guards, backends, balancing, traffic, identities, others, inner);
  }

  private DataPlane with(
      List<PolicyEnforcementPoint> guardians,
      Backends observers,
      Map<String, Balancing> spread,
      Traffic rules,
      List<IdentityCount> counts,
      Map<Address, Address> others,
      Map<Hop, Address> requested) {
    return new DataPlane(
        proxies, dial, listeners, wire, taps, guardians, observers, spread, rules, counts, others,
        requested, changes, replicas);
  }

  /** The same data plane, of which something can be changed while it runs. */
  public DataPlane changing(DynamicConfig possible) {
    return with(proxies, possible, replicas);
  }

  /** The same data plane, in which single processes of services have paths of their own. */
  public DataPlane reaching(Replica.Paths paths) {
    return with(proxies, changes, paths);
  }

  private DataPlane with(List<ProxyProcess> others, DynamicConfig possible, Replica.Paths paths) {
    return new DataPlane(
        others,
        dial,
        listeners,
        wire,
        taps,
        guards,
        backends,
        balancing,
        traffic,
        identities,
        alternates,
        inner,
        possible,
        paths);
  }

  /** The same data plane, whose wires are tunnels in which these addresses are asked for. */
  public DataPlane tunnelling(Map<Hop, Address> requested) {
    return with(guards, backends, balancing, traffic, identities, alternates, requested);
  }

  /** The same data plane, of which only the wires of some hops are watched. */
  public DataPlane over(Predicate<Hop> hops) {
    Map<Hop, Address> some = new HashMap<>(wire);
    some.keySet().removeIf(hops.negate());
    return watched(some);
  }

  /** The same data plane, of which only the wires to a service are watched, at another host. */
  public DataPlane moved(String service, String host) {
    Map<Hop, Address> there = new HashMap<>(wire);
    there.keySet().removeIf(hop -> !hop.server().equals(service));
    there.replaceAll((hop, address) -> new Address(host, address.port()));
    return watched(there);
  }

  private DataPlane watched(Map<Hop, Address> some) {
    Map<Address, Address> others = new HashMap<>(alternates);
    others.keySet().retainAll(some.values());
    return new DataPlane(
        proxies,
        dial,
        listeners,
        some,
        taps,
        guards,
        backends,
        balancing,
        traffic,
        identities,
        others,
        inner,
        changes,
        replicas);
  }

  /** Whether its wires are tunnels, which carry connections and do not know of requests. */
  public boolean tunnelled() {
    return !inner.isEmpty();
  }

  /** The hops that end at a service, sorted by client. */
  public List<Hop> to(String service) {
    return dial.keySet().stream()
        .filter(hop -> hop.server().equals(service))
        .sorted(Comparator.comparing(Hop::client))
        .toList();
  }

  /**
   * The calls that a hop of {@link #wire} carries: its own or, where proxies speak to each other,
   * all that go through what stands between.
   */
  public List<Hop> carried(Hop hop) {
    if (dial.containsKey(hop)) {
      return List.of(hop);
    }
    boolean toMiddle = dial.keySet().stream().noneMatch(it -> it.server().equals(hop.server()));
    return dial.keySet().stream()
        .filter(
            it -> toMiddle ? it.client().equals(hop.client()) : it.server().equals(hop.server()))
        .sorted(Comparator.comparing(Hop::toString))
        .toList();
  }

  /** The services that the load calls, sorted. */
  public List<String> entries() {
    return dial.keySet().stream()
        .filter(hop -> hop.client().equals(Topology.LOAD))
        .map(Hop::server)
        .sorted()
        .toList();
  }

  /** Whether all requests of the load enter at a service. */
  public boolean entersAt(String service) {
    return entries().equals(List.of(service));
  }

  /** The addresses that a process of a client dials for a hop, in turn where there are several. */
  public List<Address> dialled(Replica client, Hop hop) {
    Map<Hop, List<Address>> own = replicas.dial().get(client);
    return own != null
        ? own.getOrDefault(hop, List.of())
        : Optional.ofNullable(dial.get(hop)).stream().toList();
  }

  /** Every address at which its bytes may cross from the client's side to the server's. */
  public Set<Address> crossings() {
    Set<Address> all = new HashSet<>(wire.values());
    all.addAll(alternates.values());
    all.addAll(replicas.wire().values());
    return all;
  }

  /**
   * The addresses at which the calls to a service cross, if each connection carries one request at
   * a time: those that are HTTP/1.1 there, outside of tunnels. By service, the others are missing.
   */
  public SortedMap<String, Set<Address>> oneAtATime() {
    SortedMap<String, Set<Address>> found = new TreeMap<>();
    for (Hop hop : dial.keySet()) {
      Address address = wire.get(hop);
      if (address != null
          && !tunnelled()
          && !traffic.connections().upgraded()
          && hop.protocol() == Protocol.HTTP1) {
        Set<Address> all = found.computeIfAbsent(hop.server(), server -> new HashSet<>());
        all.add(address);
        all.addAll(replicas.wire(hop.server()).values());
      }
    }
    return found;
  }

  /** The type of its proxies; empty where there are none. */
  public Optional<ProxyType> type() {
    return proxies.stream().map(ProxyProcess::type).findFirst();
  }

  /** The type of one of its proxies; empty where there is none of that name. */
  public Optional<ProxyType> type(String proxy) {
    return proxies.stream()
        .filter(it -> it.name().equals(proxy))
        .map(ProxyProcess::type)
        .findFirst();
  }

  /**
   * The listeners at which a proxy decides what becomes of a request: of one that stands between,
   * since those at the ends of its tunnels see connections only; otherwise the client's side; where
   * there is none, the one before the server.
   */
  public List<Listener> senders() {
    for (Listener.Side side : List.of(Listener.Side.BETWEEN, Listener.Side.OUTBOUND)) {
      List<Listener> there = listeners.stream().filter(it -> it.side() == side).toList();
      if (!there.isEmpty()) {
        return there;
      }
    }
    return listeners;
  }

  /** By how much a replica must be made slower than the others; empty when it must not. */
  public Optional<Duration> slowed(Replica replica) {
    return server(replica).flatMap(Balancing.Server::slowed);
  }

  /** The share of its calls that a replica must fail; empty when it must fail none. */
  public Optional<Double> failing(Replica replica) {
    return server(replica).flatMap(Balancing.Server::failing);
  }

  private Optional<Balancing.Server> server(Replica replica) {
    return Optional.ofNullable(balancing.get(replica.service())).stream()
        .flatMap(spread -> spread.servers().stream())
        .filter(server -> server.replica().equals(replica))
        .findFirst();
  }
}
