package io.meshgauge.product.istio;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.product.ConfigTemplate;
import io.meshgauge.product.TelemetryLayout;
import io.meshgauge.product.envoy.EnvoyCounters;
import io.meshgauge.product.envoy.EnvoyType;
import io.meshgauge.product.envoy.SidecarSettings;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Balancing.Rule;
import io.meshgauge.topology.plane.Balancing.Unit;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.ListenerCounters;
import io.meshgauge.topology.plane.ProxyProcess;
import io.meshgauge.topology.plane.Tap;
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
  private final Map<String, TunnelEndpoint> endpoints = new LinkedHashMap<>();
  private final List<TunnelClient> clients = new ArrayList<>();
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
        .forEach(this::endpoint);
    site.topology().hops().forEach(this::enter);
    List<Relay> relays = waypoint.map(this::relays).orElse(List.of());
    endpoints.values().forEach(it -> listeners.add(before(it)));
    TelemetryLayout telemetry =
        TelemetryLayout.at(site, settings.telemetry(), settings.writers(), EnvoyCounters.KEPT);
    Map<String, Object> templateValues = new TreeMap<>(telemetry.templateValues());
    templateValues.putAll(settings.templateValues(site));
    List<ProxyProcess> proxies = new ArrayList<>();
    Ztunnel ztunnel = new Ztunnel(site.free(), clients, List.copyOf(endpoints.values()));
    proxies.add(process(Ztunnel.NAME, ztunnel.admin(), ZTUNNEL.fill(ztunnel, templateValues)));
    waypoint.ifPresent(
        listen -> {
          Waypoint proxy = new Waypoint(site.free(), listen, relays, onward);
          proxies.add(process(Waypoint.NAME, proxy.admin(), WAYPOINT.fill(proxy, templateValues)));
        });
    return new DataPlane(proxies, dial, listeners, wire, taps)
        .spreading(carried())
        .observedBy(telemetry.backends());
  }

  private void endpoint(String service) {
    endpoints.put(
        service, new TunnelEndpoint(service, site.free(), site.servingOf(new Replica(service, 1))));
  }

  private TunnelEndpoint endpointOf(Hop hop) {
    TunnelEndpoint endpoint = endpoints.get(hop.server());
    if (endpoint == null) {
      throw new IllegalArgumentException(
          "hop %s ends at a service that is not in the topology; it has %s"
              .formatted(hop, site.topology().services()));
    }
    return endpoint;
  }

  /** Adds the client's side of a hop. */
  private void enter(Hop hop) {
    TunnelEndpoint endpoint = endpointOf(hop);
    String expected = waypoint.isPresent() ? Waypoint.NAME : hop.server();
    Address peer = waypoint.orElse(endpoint.listen());
    Address listen = site.free();
    TunnelClient client =
        new TunnelClient(
            hop.client(), hop.server(), listen, endpoint.authority(), peer, expected, false);
    add(client, hop, clients);
    listeners.add(
        new Listener(
            Ztunnel.NAME,
            hop,
            Side.OUTBOUND,
            listen,
            EnvoyCounters.of(Protocol.TCP, client.name(), client.name())));
    // A service that is not captured is dialled directly.
    dial.put(hop, settings.captured(hop.server()) ? listen : endpoint.serving());
  }

  /** The waypoint's relays for all services. */
  private List<Relay> relays(Address listen) {
    List<Relay> relays = new ArrayList<>();
    for (TunnelEndpoint endpoint : endpoints.values()) {
      Hop hop = site.topology().to(endpoint.server()).get(0);
      TunnelClient client =
          new TunnelClient(
              Waypoint.NAME,
              endpoint.server(),
              null,
              endpoint.authority(),
              endpoint.listen(),
              endpoint.server(),
              false);
      add(client, hop.from(Waypoint.NAME), onward);
      Relay relay = new Relay(hop, client);
      relays.add(relay);
      listeners.add(
          new Listener(
              Waypoint.NAME,
              hop,
              Side.BETWEEN,
              listen,
              EnvoyCounters.of(hop.protocol(), relay.counted(), relay.counted())
                  .withTlsSessions(EnvoyCounters.tlsSessions(client.name()))));
    }
    return relays;
  }

  /** Adds a tunnel client, its wire, and the capture through which it can be sampled. */
  private void add(TunnelClient client, Hop hop, List<TunnelClient> where) {
    where.add(client);
    wire.put(new Hop(client.client(), client.expected(), Protocol.GRPC), client.peer());
    if (settings.tapped()) {
      Tap tap =
          new Tap(
              hop,
              site.free(),
              site.free(),
              client.peer(),
              EnvoyCounters.connections(EnvoyCounters.TAP + hop.client() + "_to_" + hop.server()));
      taps.add(tap);
      where.add(client.through(tap));
    }
  }

  /** The connections and bytes to the service are those of the tunnels. */
  private Listener before(TunnelEndpoint endpoint) {
    String cluster = "cluster.%s.".formatted(endpoint.name());
    return new Listener(
        Ztunnel.NAME,
        site.topology().to(endpoint.server()).get(0),
        Side.INBOUND,
        endpoint.listen(),
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
    endpoints.forEach(
        (service, endpoint) ->
            carried.put(
                service,
                new Balancing(
                    Rule.ROUND_ROBIN,
                    Unit.CONNECTIONS,
                    List.of(
                        new Balancing.Server(
                            new Replica(service, 1), endpoint.serving(), 1, Optional.empty())))));
    return carried;
  }

  /**
   * Listener of the node's proxy at which the tunnels to a service end.
   *
   * @param server the service behind it
   * @param listen where tunnels reach it
   * @param serving address on which the service itself listens
   */
  record TunnelEndpoint(String server, Address listen, Address serving) {
    /** Name of the listener, its cluster and its statistics, for example {@code before_order}. */
    String name() {
      return "before_" + server;
    }

    /** The identity that it presents. */
    String shown() {
      return server;
    }

    /** The target that tunnels to this endpoint request. */
    String authority() {
      return serving.toString();
    }
  }

  /**
   * The waypoint's listener for one service: it reads the requests to the service and forwards them
   * through a tunnel of its own.
   *
   * @param hop one of the hops that end at the service
   * @param onward where its own tunnel begins
   */
  record Relay(Hop hop, TunnelClient onward) {
    String server() {
      return hop.server();
    }

    /** Name in the access log. */
    String name() {
      return counted();
    }

    /** Name of the counters of requests and of their cluster. */
    String counted() {
      return "requests_to_" + server();
    }

    /** Whether the hop is opaque TCP. */
    boolean tcp() {
      return hop.protocol() == Protocol.TCP;
    }

    /** Whether it uses HTTP/2 to the service. */
    boolean http2() {
      return hop.protocol() == Protocol.GRPC;
    }
  }

  /**
   * Proxy of the node, one for all workloads; it handles connections only.
   *
   * @param admin administration address, on loopback
   * @param clients one for every hop, and the captures
   * @param endpoints one for every service that is called
   */
  record Ztunnel(Address admin, List<TunnelClient> clients, List<TunnelEndpoint> endpoints) {
    /** Its name, as a workload and as a process. */
    static final String NAME = "ztunnel";

    Ztunnel {
      clients = List.copyOf(clients);
      endpoints = List.copyOf(endpoints);
    }

    String name() {
      return NAME;
    }
  }

  /**
   * Proxy of ambient mode that handles requests, one for all services.
   *
   * @param admin administration address, on loopback
   * @param listen where all tunnels reach it
   * @param relays one for every service that is called
   * @param clients its tunnel clients: one for every relay, and the captures
   */
  record Waypoint(Address admin, Address listen, List<Relay> relays, List<TunnelClient> clients) {
    /** Its name, as a workload and as a process. */
    static final String NAME = "waypoint";

    Waypoint {
      relays = List.copyOf(relays);
      clients = List.copyOf(clients);
    }

    String name() {
      return NAME;
    }

    /** File of its access log, if it writes one. */
    String log() {
      return NAME + ".log";
    }

    /** The identity that it presents to tunnel clients. */
    String shown() {
      return NAME;
    }
  }
}
