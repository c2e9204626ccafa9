package io.meshgauge.product.envoy;

import io.meshgauge.product.ConfigTemplate;
import io.meshgauge.product.SidecarPods;
import io.meshgauge.product.TelemetryLayout;
import io.meshgauge.product.envoy.Sidecar.Egress;
import io.meshgauge.product.envoy.Sidecar.Ingress;
import io.meshgauge.product.envoy.Sidecar.SyntheticService;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.PolicyEnforcementPoint;
import io.meshgauge.topology.plane.PolicyPush;
import io.meshgauge.topology.plane.ProxyProcess;
import io.meshgauge.topology.plane.Tap;
import io.meshgauge.topology.routing.ConfigurationSize;
import io.meshgauge.topology.routing.Injection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * One sidecar per process, the load worker included: process → its egress listener → the ingress
 * listener of a replica of the peer → that replica.
 */
public final class SidecarLayout {
  private final Site site;
  private final Topology topology;
  private final SidecarSettings settings;
  private final SidecarPolicy policy;
  private final Predicate<String> encrypted;
  private final Map<Replica, Ingress> ingress = new LinkedHashMap<>();
  private final List<Sidecar> sidecars = new ArrayList<>();
  private final List<Tap> taps = new ArrayList<>();

  private SidecarLayout(
      Site site, SidecarSettings settings, Predicate<String> encrypted, SidecarPolicy policy) {
    this.encrypted = encrypted;
    this.site = site;
    this.topology = site.topology();
    this.settings = settings;
    this.policy = policy;
  }

  /**
   * Assigns free ports of a site to sidecars.
   *
   * @param settings of the sidecars
   * @param tapped whether every egress gets a second listener that leads to a capture
   * @param encrypted whether the listener before a service, and its callers, use mutual TLS
   * @param policy what is enforced before the services
   * @throws IllegalArgumentException when the site has no serving address for a called service
   */
  public static SidecarLayout of(
      Site site,
      SidecarSettings settings,
      boolean tapped,
      Predicate<String> encrypted,
      SidecarPolicy policy) {
    SidecarLayout layout = new SidecarLayout(site, settings, encrypted, policy);
    for (Replica replica : site.topology().replicas()) {
      String service = replica.service();
      List<Hop> hops = site.topology().to(service);
      if (!hops.isEmpty()) {
        layout.ingress.put(
            replica,
            new Ingress(
                hops,
                site.free(),
                site.servingOf(replica),
                encrypted.test(service),
                policy.filters(hops),
                policy.deciders(hops)));
      }
    }
    for (Replica client : site.topology().clients()) {
      layout.sidecars.add(layout.sidecar(client, tapped));
    }
    return layout;
  }

  /** The sidecars, callees before callers and the load worker's last. */
  public List<Sidecar> sidecars() {
    return List.copyOf(sidecars);
  }

  private List<String> names() {
    return sidecars.stream().map(Sidecar::name).toList();
  }

  /**
   * The data plane of these sidecars, including the destinations of their telemetry.
   *
   * @param template the configuration of a sidecar
   * @param own template values in addition to telemetry, traffic and token check
   */
  public DataPlane dataPlane(ConfigTemplate template, Map<String, ?> own) {
    TelemetryLayout telemetry =
        TelemetryLayout.at(site, settings.telemetry(), names(), EnvoyCounters.KEPT);
    Map<String, Object> templateValues = new TreeMap<>(telemetry.templateValues());
    templateValues.putAll(TokenCheck.of(site));
    templateValues.putAll(settings.templateValues());
    SidecarChanges changes = settings.changes();
    templateValues.putAll(changes.templateValues(site));
    templateValues.putAll(own);
    List<PolicyPush> pushes = changes.pushes(sidecars, site, templateValues);
    List<ProxyProcess> proxies =
        sidecars.stream()
            .map(
                it ->
                    new ProxyProcess(
                            it.name(),
                            it.replica().name(),
                            new EnvoyType(size().services() > 0),
                            template.fill(it, templateValues),
                            settings.arguments(),
                            it.admin(),
                            settings.workers(),
                            List.of())
                        .reading(changes.files(it, site, pushes)))
            .toList();
    Map<Hop, Address> dial = new LinkedHashMap<>();
    Map<Hop, Address> wire = new LinkedHashMap<>();
    List<Listener> listeners = new ArrayList<>();
    List<PolicyEnforcementPoint> guards = new ArrayList<>();
    for (Sidecar sidecar : sidecars) {
      if (sidecar.replica().number() > 1) {
        continue;
      }
      for (Ingress in : sidecar.ingresses()) {
        guards.addAll(policy.guards(sidecar.name(), in));
        listeners.add(inbound(sidecar, in));
      }
      for (Egress out : sidecar.egresses()) {
        // The capture listener of a hop comes second and is not on the path.
        if (dial.putIfAbsent(out.hop(), out.listen()) == null) {
          wire.put(out.hop(), out.peers().get(0));
          listeners.add(outbound(sidecar, out));
        }
      }
    }
    List<ProxyProcess> processes = new ArrayList<>(proxies);
    processes.addAll(policy.processes());
    guards.addAll(policy.decisions());
    return new DataPlane(processes, dial, listeners, wire, taps)
        .guardedBy(guards)
        .observedBy(telemetry.backends())
        .steeredBy(settings.traffic(topology))
        .changing(changes.of(sidecars, site, pushes, filler(template, templateValues)))
        .spreading(settings.balancing(site))
        .reaching(paths());
  }

  /** Fills in a sidecar, with some values in the place of the usual ones. */
  private static BiFunction<Sidecar, Map<String, ?>, String> filler(
      ConfigTemplate template, Map<String, Object> usual) {
    return (sidecar, others) -> {
      Map<String, Object> values = new TreeMap<>(usual);
      values.putAll(others);
      return template.fill(sidecar, values);
    };
  }

  /** The paths of the processes of each service, where services have several. */
  private Replica.Paths paths() {
    if (topology.single()) {
      return Replica.Paths.NONE;
    }
    Map<Replica, Map<Hop, List<Address>>> dial = new LinkedHashMap<>();
    Map<Replica, Address> wire = new LinkedHashMap<>();
    Map<String, List<String>> proxies = new LinkedHashMap<>();
    for (Sidecar sidecar : sidecars) {
      Replica replica = sidecar.replica();
      Map<Hop, List<Address>> own = new LinkedHashMap<>();
      sidecar.egresses().forEach(out -> own.put(out.hop(), List.of(out.listen())));
      dial.put(replica, own);
      if (replica.number() > 1) {
        sidecar.ingresses().forEach(in -> wire.put(replica, in.listen()));
        String first = SidecarPods.name(replica.service());
        proxies.computeIfAbsent(first, unused -> new ArrayList<>()).add(sidecar.name());
      }
    }
    return new Replica.Paths(dial, wire, proxies);
  }

  private ConfigurationSize size() {
    return settings.traffic().routing().size();
  }

  private Sidecar sidecar(Replica client, boolean tapped) {
    List<Egress> egresses = new ArrayList<>();
    Optional<String> injected =
        settings.traffic(topology).routing().injection().flatMap(Injection::service);
    for (Hop hop : topology.from(client.service())) {
      List<Ingress> peers = reach(hop);
      List<Address> all = peers.stream().map(Ingress::listen).toList();
      boolean encrypted = peers.get(0).encrypted();
      boolean split = topology.canary().filter(hop.server()::equals).isPresent();
      List<Address> addresses = split ? all.subList(0, 1) : all;
      egresses.add(
          new Egress(
              hop,
              "outbound_" + hop.server(),
              site.free(),
              addresses,
              encrypted,
              split ? Optional.of(all.get(1)) : Optional.empty(),
              injected.filter(hop.server()::equals).isPresent(),
              size().routesOf(client.service())));
      if (tapped) {
        Tap tap = new Tap(hop, site.free(), site.free(), addresses.get(0));
        taps.add(tap);
        egresses.add(
            new Egress(
                hop,
                EnvoyCounters.TAP + hop.server(),
                tap.through(),
                List.of(tap.forwarder()),
                encrypted,
                Optional.empty(),
                false,
                List.of()));
      }
    }
    Ingress own = ingress.get(client);
    return new Sidecar(
        client,
        site.free(),
        egresses,
        own == null ? List.of() : List.of(own),
        size().servicesOf(client.service()).stream()
            .map(
                it ->
                    new SyntheticService(
                        new Hop(client.service(), it, Protocol.HTTP1), encrypted.test(it)))
            .toList());
  }

  /** The ingress of each replica of the server of a hop. */
  private List<Ingress> reach(Hop hop) {
    List<Ingress> peers =
        topology.replicas(hop.server()).stream()
            .map(ingress::get)
            .filter(Objects::nonNull)
            .toList();
    if (peers.isEmpty()) {
      throw new IllegalArgumentException(
          "hop %s ends at a service that is not in the topology; it has %s"
              .formatted(hop, topology.services()));
    }
    return peers;
  }

  private static Listener inbound(Sidecar sidecar, Ingress in) {
    Hop hop = in.hops().get(0);
    return new Listener(
        sidecar.name(),
        hop,
        Side.INBOUND,
        in.listen(),
        EnvoyCounters.of(hop.protocol(), in.name(), in.name()));
  }

  /** Requests that a capture samples do not go through the listener of their hop. */
  private static Listener outbound(Sidecar sidecar, Egress out) {
    ListenerCounters counters =
        out.destinations().stream()
            .map(it -> EnvoyCounters.of(out.hop().protocol(), out.name(), it.cluster()))
            .reduce(EnvoyCounters::split)
            .map(it -> out.injected() ? EnvoyCounters.injecting(it, false) : it)
            .orElseThrow();
    return new Listener(
        sidecar.name(),
        out.hop(),
        Side.OUTBOUND,
        out.listen(),
        EnvoyCounters.tapped(counters, out.hop()));
  }
}
