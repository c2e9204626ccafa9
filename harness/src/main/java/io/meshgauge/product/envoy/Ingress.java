package io.meshgauge.product.envoy;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Topology;
import java.util.List;

/**
 * Listener before a service.
 *
 * @param hops the hops that end at the service, at least one
 * @param listen address that the peers' sidecars dial
 * @param serving address on which the service itself listens
 * @param encrypted whether peers must use mutual TLS
 * @param filters of the policy, one line of JSON each; empty without a policy
 * @param deciders the decision point that the filters ask; empty when they decide locally
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
    return entry() && !filters.isEmpty();
  }

  /** Whether the load enters here. */
  public boolean entry() {
    return hops.stream().anyMatch(hop -> hop.client().equals(Topology.LOAD));
  }
}
