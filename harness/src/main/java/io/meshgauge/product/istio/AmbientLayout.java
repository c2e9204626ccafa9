package io.meshgauge.product.istio;

import io.meshgauge.measure.CounterSource;
import io.meshgauge.measure.TrafficCounter;
import io.meshgauge.product.ConfigTemplate;
import io.meshgauge.product.TelemetryLayout;
import io.meshgauge.product.envoy.EnvoyCounters;
import io.meshgauge.product.envoy.EnvoyType;
import io.meshgauge.product.envoy.SidecarSettings;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Balancing;
import io.meshgauge.topology.Balancing.Rule;
import io.meshgauge.topology.Balancing.Unit;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Listener;
import io.meshgauge.topology.Listener.Side;
import io.meshgauge.topology.ListenerCounters;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.ProxyProcess;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Tap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One proxy for all workloads: workload → its tunnel client → the tunnel's endpoint → peer. With a
 * waypoint, tunnels end there and new ones begin.
 */
final class AmbientLayout {
  private static final ConfigTemplate ZTUNNEL =
      new ConfigTemplate(AmbientLayout.class, "ztunnel.yaml.mustache");
  private static final ConfigTemplate WAYPOINT =
      new ConfigTemplate(AmbientLayout.class, "waypoint.yaml.mustache");

  private final Site site;
  private final AmbientSettings settings;
  private final Map<String, TunnelEndpoint> ends = new LinkedHashMap<>();
  private final List<TunnelClient> ways = new ArrayList<>();
  private final List<TunnelClient> onward = new ArrayList<>();
  private final Map<Hop, Address> dial = new LinkedHashMap<>();
  private final Map<Hop, Address> wire = new LinkedHashMap<>();
  private final List<Listener> listeners = new ArrayList<>();
  private final List<Tap> taps = new ArrayList<>();
  private final Optional<Address> waypoint;

  private AmbientLayout(Site site, AmbientSettings settings) {
    this.site = site;
    this.settings = settings;
    this.waypoint = settings.waypoint() ? Optional.of(site.free()) : Optional.empty();
  }

  /**
   * Assigns free ports of a site to the proxies.
   *
   * @throws IllegalArgumentException when the site has no serving address for a called service
   */
  static DataPlane of(Site site, AmbientSettings settings) {
    return new AmbientLayout(site, settings).dataPlane();
  }

  private DataPlane dataPlane() {
    site.topology().services().stream()
        .filter(service -> !site.topology().to(service).isEmpty())
        .forEach(this::end);
    site.topology().hops().forEach(this::enter);
    List<Relay> relays = waypoint.map(this::relays).orElse(List.of());
    ends.values().forEach(it -> listeners.add(before(it)));
    TelemetryLayout telemetry =
        TelemetryLayout.at(site, settings.telemetry(), settings.writers(), EnvoyCounters.KEPT);
    Map<String, Object> gaps = new TreeMap<>(telemetry.gaps());
    gaps.putAll(settings.gaps(site));
    List<ProxyProcess> proxies = new ArrayList<>();
    Ztunnel ztunnel = new Ztunnel(site.free(), ways, List.copyOf(ends.values()));
    proxies.add(process(Ztunnel.NAME, ztunnel.admin(), ZTUNNEL.fill(ztunnel, gaps)));
    waypoint.ifPresent(
        listen -> {
          Waypoint own = new Waypoint(site.free(), listen, relays, onward);
          proxies.add(process(Waypoint.NAME, own.admin(), WAYPOINT.fill(own, gaps)));
        });
    return new DataPlane(proxies, dial, listeners, wire, taps)
        .spreading(carried())
        .observedBy(telemetry.backends());
  }

  private void end(String service) {
    ends.put(
        service, new TunnelEndpoint(service, site.free(), site.servingOf(new Replica(service, 1))));
  }

  private TunnelEndpoint endOf(Hop hop) {
    TunnelEndpoint end = ends.get(hop.server());
    if (end == null) {
      throw new IllegalArgumentException(
          "hop %s ends at a service that is not in the topology; it has %s"
              .formatted(hop, site.topology().services()));
    }
    return end;
  }

  /** Adds the client's side of a hop. */
  private void enter(Hop hop) {
    TunnelEndpoint end = endOf(hop);
    String expected = waypoint.isPresent() ? Waypoint.NAME : hop.server();
    Address peer = waypoint.orElse(end.listen());
    Address listen = site.free();
    TunnelClient way =
        new TunnelClient(
            hop.client(), hop.server(), listen, end.authority(), peer, expected, false);
    add(way, hop, ways);
    listeners.add(
        new Listener(
            Ztunnel.NAME,
            hop,
            Side.OUTBOUND,
            listen,
            EnvoyCounters.of(Protocol.TCP, way.name(), way.name())));
    // A service that is not captured is dialled directly.
    dial.put(hop, settings.captured(hop.server()) ? listen : end.serving());
  }

  /** The waypoint's relays for all services. */
  private List<Relay> relays(Address listen) {
    List<Relay> relays = new ArrayList<>();
    for (TunnelEndpoint end : ends.values()) {
      Hop hop = site.topology().to(end.server()).get(0);
      TunnelClient way =
          new TunnelClient(
              Waypoint.NAME,
              end.server(),
              null,
              end.authority(),
              end.listen(),
              end.server(),
              false);
      add(way, new Hop(Waypoint.NAME, end.server(), hop.protocol()), onward);
      Relay relay = new Relay(hop, way);
      relays.add(relay);
      listeners.add(
          new Listener(
              Waypoint.NAME,
              hop,
              Side.BETWEEN,
              listen,
              EnvoyCounters.of(hop.protocol(), relay.counted(), relay.counted())
                  .withTlsSessions(EnvoyCounters.tlsSessions(way.name()))));
    }
    return relays;
  }

  /** Adds a tunnel client, its wire, and the capture through which it can be sampled. */
  private void add(TunnelClient way, Hop hop, List<TunnelClient> where) {
    where.add(way);
    wire.put(new Hop(way.client(), way.expected(), Protocol.GRPC), way.peer());
    if (settings.tapped()) {
      Tap tap =
          new Tap(
              hop,
              site.free(),
              site.free(),
              way.peer(),
              EnvoyCounters.connections(EnvoyCounters.TAP + hop.client() + "_to_" + hop.server()));
      taps.add(tap);
      where.add(way.through(tap));
    }
  }

  /** The connections and bytes to the service are those of the tunnels. */
  private Listener before(TunnelEndpoint end) {
    String cluster = "cluster.%s.".formatted(end.name());
    return new Listener(
        Ztunnel.NAME,
        site.topology().to(end.server()).get(0),
        Side.INBOUND,
        end.listen(),
        ListenerCounters.of(
            Map.of(
                TrafficCounter.REQUESTS,
                CounterSource.of(cluster + "upstream_cx_total"),
                TrafficCounter.RETRIES,
                CounterSource.of(cluster + "upstream_cx_connect_fail"),
                TrafficCounter.BYTES,
                CounterSource.of(cluster + "upstream_cx_tx_bytes_total"))));
  }

  private ProxyProcess process(String name, Address admin, String config) {
    return new ProxyProcess(
        name,
        name,
        new EnvoyType(),
        config,
        SidecarSettings.arguments(settings.telemetry()),
        admin,
        settings.workers(),
        List.of());
  }

  /** Every service has one process, to which all connections are carried. */
  private Map<String, Balancing> carried() {
    Map<String, Balancing> carried = new LinkedHashMap<>();
    ends.forEach(
        (service, end) ->
            carried.put(
                service,
                new Balancing(
                    Rule.ROUND_ROBIN,
                    Unit.CONNECTIONS,
                    List.of(
                        new Balancing.Server(
                            new Replica(service, 1), end.serving(), 1, Optional.empty())))));
    return carried;
  }
}
