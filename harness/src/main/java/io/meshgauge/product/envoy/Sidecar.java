package io.meshgauge.product.envoy;

import io.meshgauge.product.SidecarPods;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.routing.ConfigurationSize;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The proxy of one process of a workload.
 *
 * @param replica the process
 * @param admin administration address, on loopback
 * @param egresses one per peer that the workload calls, and the captures
 * @param ingresses one before the service; empty for the load worker
 * @param synthetic services that no workload calls
 */
public record Sidecar(
    Replica replica,
    Address admin,
    List<Egress> egresses,
    List<Ingress> ingresses,
    List<SyntheticService> synthetic) {
  public Sidecar {
    egresses = List.copyOf(egresses);
    synthetic = List.copyOf(synthetic);
    ingresses = List.copyOf(ingresses);
  }

  /** Name of the workload, by which it is identified. */
  public String workload() {
    return replica.service();
  }

  /** Name of the process, for example {@code prices-proxy} or {@code prices-2-proxy}. */
  public String name() {
    return SidecarPods.name(replica.name());
  }

  /** Whether it is placed before a service. */
  public boolean guarded() {
    return !ingresses.isEmpty();
  }

  /** Whether it uses TLS with any other sidecar, and so presents a certificate. */
  public boolean encrypted() {
    return egresses.stream().anyMatch(Egress::encrypted)
        || ingresses.stream().anyMatch(Ingress::encrypted);
  }

  /** The same, which takes plaintext from its peers. */
  Sidecar inPlaintext() {
    return new Sidecar(
        replica, admin, egresses, ingresses.stream().map(Ingress::inPlaintext).toList(), synthetic);
  }

  /** File of its access log, if it writes one. */
  public String log() {
    return name() + ".log";
  }

  /** All that has clusters of peers. */
  public List<Object> upstreams() {
    return Stream.<Object>concat(egresses.stream(), synthetic.stream()).toList();
  }

  /** Ends the name of the cluster of a second version. */
  public static final String CANARY = "_v2";

  /**
   * A cluster of peers.
   *
   * @param cluster its name
   * @param peers addresses of its processes
   */
  public record Destination(String cluster, List<Address> peers) {
    public Destination {
      peers = List.copyOf(peers);
    }
  }

  /**
   * Listener that a workload dials to reach a peer, and the address to which it forwards.
   *
   * @param hop the hop it carries
   * @param name of the listener, its cluster and its statistics, for example {@code outbound_order}
   * @param listen address that the workload dials
   * @param peers addresses it forwards to: the ingress of each replica of the peer, or a capture
   *     before it
   * @param encrypted whether it uses mutual TLS to the peer
   * @param canary where the second version of the peer listens; empty where it has one version
   * @param injected whether faults are injected into these calls
   * @param passed names of routes that match no request and stand before the one of the hop
   */
  public record Egress(
      Hop hop,
      String name,
      Address listen,
      List<Address> peers,
      boolean encrypted,
      Optional<Address> canary,
      boolean injected,
      List<String> passed) {
    public Egress {
      peers = List.copyOf(peers);
      passed = List.copyOf(passed);
    }

    /** The routes in their order: the one of the hop is last, or it would leave none to pass. */
    public List<Route> routes() {
      return Route.before(passed);
    }

    /** Whether requests are split between two versions. */
    public boolean split() {
      return canary.isPresent();
    }

    /** The clusters to which it sends, that of the second version last. */
    public List<Destination> destinations() {
      Destination first = new Destination(name, peers);
      return canary
          .map(it -> List.of(first, new Destination(name + CANARY, List.of(it))))
          .orElse(List.of(first));
    }

    /** The called workload. */
    public String server() {
      return hop.server();
    }

    /** Whether the hop is opaque TCP. */
    public boolean tcp() {
      return hop.protocol() == Protocol.TCP;
    }

    /** Whether it uses HTTP/2 to the peer. */
    public boolean http2() {
      return hop.protocol() == Protocol.GRPC;
    }
  }

  /**
   * A route of a hop.
   *
   * @param label its name
   * @param prefix of the paths that it matches
   * @param synthetic whether it matches no request
   */
  public record Route(String label, String prefix, boolean synthetic) {
    private static final Route ALL = new Route("default", "/", false);

    /** The routes of a destination, of which only the last one matches. */
    public static List<Route> before(List<String> passed) {
      return Stream.concat(
              passed.stream().map(it -> new Route(it, "/" + it + "/", true)), Stream.of(ALL))
          .toList();
    }
  }

  /**
   * A service that no workload calls, configured as a called one is, but for the listener: one
   * without a socket is enough for all.
   *
   * @param hop that it would be called by
   * @param encrypted whether mutual TLS would be used
   */
  public record SyntheticService(Hop hop, boolean encrypted) {
    /** Its name, and that of its cluster. */
    public String server() {
      return hop.server();
    }

    /** The same. */
    public String name() {
      return server();
    }

    /** Its cluster of one endpoint, at which nothing listens. */
    public List<Destination> destinations() {
      return List.of(new Destination(name(), List.of(Address.loopback(ConfigurationSize.PORT))));
    }

    /** Its only route. */
    public List<Route> routes() {
      return Route.before(List.of());
    }

    /** Its endpoint does not change. */
    public boolean endpoints() {
      return false;
    }

    /** It has one version. */
    public boolean split() {
      return false;
    }

    /** No fault is injected. */
    public boolean injected() {
      return false;
    }

    /** It would be called by requests. */
    public boolean tcp() {
      return false;
    }

    /** These would be of HTTP/1.1. */
    public boolean http2() {
      return false;
    }
  }

  /**
   * Listener before a service.
   *
   * @param hops the hops that end at the service, at least one
   * @param listen address that the peers' sidecars dial
   * @param serving address on which the service itself listens
   * @param encrypted whether peers must use mutual TLS
   * @param filters of a policy that is decided here, as YAML; empty without one
   * @param deciders the decision point of the policy; empty when it is decided here
   */
  public record Ingress(
      List<Hop> hops,
      Address listen,
      Address serving,
      boolean encrypted,
      List<String> filters,
      List<Address> deciders) {
    public Ingress {
      hops = List.copyOf(hops);
      filters = List.copyOf(filters);
      deciders = List.copyOf(deciders);
    }

    private Ingress inPlaintext() {
      return new Ingress(hops, listen, serving, false, filters, deciders);
    }

    /** The service behind it. */
    public String server() {
      return hops.get(0).server();
    }

    /** Name of the listener, its cluster and its statistics, for example {@code inbound_order}. */
    public String name() {
      return "inbound_" + server();
    }

    /** Whether the hops are opaque TCP. */
    public boolean tcp() {
      return hops.get(0).protocol() == Protocol.TCP;
    }

    /** Whether it uses HTTP/2 to the service. */
    public boolean http2() {
      return hops.get(0).protocol() == Protocol.GRPC;
    }

    /** Whether a policy at this listener may refer to token claims. */
    public boolean tokens() {
      return entry() && !(filters.isEmpty() && deciders.isEmpty());
    }

    /** Whether the load enters here. */
    public boolean entry() {
      return hops.stream().anyMatch(hop -> hop.client().equals(Topology.LOAD));
    }
  }
}
