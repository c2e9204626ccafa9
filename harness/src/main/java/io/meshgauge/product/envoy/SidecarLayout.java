package io.meshgauge.product.envoy;

import io.meshgauge.product.ConfigTemplate;
import io.meshgauge.product.TelemetryLayout;
import io.meshgauge.product.envoy.Sidecar.Egress;
import io.meshgauge.product.envoy.Sidecar.Ingress;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.Listener.Side;
import io.meshgauge.topology.ListenerCounters;
import io.meshgauge.topology.PolicyEnforcementPoint;
import io.meshgauge.topology.PolicyPush;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Tap;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * One sidecar per workload, the load worker included: workload → its egress listener → the peer's
 * ingress listener → peer.
 */
public final class SidecarLayout {
  private final Site site;
  private final Topology topology;
  private final SidecarPolicy policy;
  private final Map<String, Ingress> ingress = new LinkedHashMap<>();
  private final List<Sidecar> sidecars = new ArrayList<>();
  private final List<Tap> taps = new ArrayList<>();

  private SidecarLayout(Site site, SidecarPolicy policy) {
    this.site = site;
    this.topology = site.topology();
    this.policy = policy;
  }

  /**
   * Assigns free ports of a site to sidecars.
   *
   * @param tapped whether every egress gets a second listener that leads to a capture
   * @param encrypted whether the listener before a service, and its callers, use mutual TLS
   * @param policy what is enforced before the services
   * @throws IllegalArgumentException when the site has no serving address for a called service
   */
  public static SidecarLayout of(
      Site site, boolean tapped, Predicate<String> encrypted, SidecarPolicy policy) {
    SidecarLayout layout = new SidecarLayout(site, policy);
    for (String service : site.topology().services()) {
      List<Hop> hops = site.topology().to(service);
      if (!hops.isEmpty()) {
        layout.ingress.put(
            service,
            new Ingress(
                hops,
                site.free(),
                site.servingOf(new Replica(service, 1)),
                encrypted.test(service),
                policy.filters(hops),
                policy.deciders(hops)));
      }
    }
    for (String workload : layout.workloads()) {
      layout.sidecars.add(layout.sidecar(workload, tapped));
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
  public DataPlane dataPlane(
      ConfigTemplate template, SidecarSettings settings, Map<String, ?> own) {
    TelemetryLayout telemetry =
        TelemetryLayout.at(site, settings.telemetry(), names(), EnvoyCounters.KEPT);
    Map<String, Object> templateValues = new TreeMap<>(telemetry.templateValues());
    templateValues.putAll(TokenCheck.of(site));
    templateValues.putAll(settings.templateValues());
    templateValues.putAll(settings.changes().templateValues(site));
    templateValues.putAll(own);
    List<PolicyPush> pushes = settings.changes().pushes(sidecars, site, templateValues);
    List<ProxyProcess> proxies =
        sidecars.stream()
            .map(
                it ->
                    new ProxyProcess(
                            it.name(),
                            it.workload(),
                            new EnvoyType(),
                            template.fill(it, templateValues),
                            settings.arguments(),
                            it.admin(),
                            settings.workers(),
                            List.of())
                        .reading(settings.changes().files(it, site, pushes)))
            .toList();
    Map<Hop, Address> dial = new LinkedHashMap<>();
    Map<Hop, Address> wire = new LinkedHashMap<>();
    List<Listener> listeners = new ArrayList<>();
    List<PolicyEnforcementPoint> guards = new ArrayList<>();
    for (Sidecar sidecar : sidecars) {
      for (Ingress in : sidecar.ingresses()) {
        guards.addAll(policy.guards(sidecar.name(), in));
        Hop hop = in.hops().get(0);
        listeners.add(
            new Listener(sidecar.name(), hop, Side.INBOUND, in.listen(), counters(hop, in.name())));
      }
      for (Egress out : sidecar.egresses()) {
        // The capture listener of a hop comes second and is not on the path.
        if (dial.putIfAbsent(out.hop(), out.listen()) == null) {
          wire.put(out.hop(), out.peer());
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
        .steeredBy(settings.traffic())
        .changing(settings.changes().of(sidecars, pushes));
  }

  private Sidecar sidecar(String workload, boolean tapped) {
    List<Egress> egresses = new ArrayList<>();
    for (Hop hop : topology.from(workload)) {
      Ingress peer = reach(hop);
      egresses.add(
          new Egress(
              hop, "outbound_" + hop.server(), site.free(), peer.listen(), peer.encrypted()));
      if (tapped) {
        Tap tap = new Tap(hop, site.free(), site.free(), peer.listen());
        taps.add(tap);
        egresses.add(
            new Egress(
                hop,
                EnvoyCounters.TAP + hop.server(),
                tap.through(),
                tap.forwarder(),
                peer.encrypted()));
      }
    }
    Ingress own = ingress.get(workload);
    return new Sidecar(workload, site.free(), egresses, own == null ? List.of() : List.of(own));
  }

  private Ingress reach(Hop hop) {
    Ingress peer = ingress.get(hop.server());
    if (peer == null) {
      throw new IllegalArgumentException(
          "hop %s ends at a service that is not in the topology; it has %s"
              .formatted(hop, topology.services()));
    }
    return peer;
  }

  private List<String> workloads() {
    List<String> all = new ArrayList<>(topology.services());
    all.add(Topology.LOAD);
    return all;
  }

  /** Requests that a capture samples do not go through the listener of their hop. */
  private static Listener outbound(Sidecar sidecar, Egress out) {
    return new Listener(
        sidecar.name(),
        out.hop(),
        Side.OUTBOUND,
        out.listen(),
        EnvoyCounters.tapped(counters(out.hop(), out.name()), out.hop()));
  }

  private static ListenerCounters counters(Hop hop, String name) {
    return EnvoyCounters.of(hop.protocol(), name, name);
  }
}
