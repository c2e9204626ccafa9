package io.meshgauge.product.envoy;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Topology;
import java.util.List;

/**
 * A listener that stands before a service.
 *
 * @param hops the hops that end at the service, at least one
 * @param listen where the peers' sidecars reach it
 * @param serving where the service itself listens
 * @param encrypted whether peers must speak mutual TLS
 * @param filters of the policy, a line of JSON each; none where there is no policy
 * @param deciders the decision point that the filters ask; none where they decide by themselves
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

  /** Whether it carries bytes of which nothing more is known. */
  public boolean tcp() {
    return hops.get(0).protocol() == Protocol.TCP;
  }

  /** Whether HTTP/2 is spoken to the service. */
  public boolean http2() {
    return hops.get(0).protocol() == Protocol.GRPC;
  }

  /** Whether a policy stands here that may ask for claims of a token. */
  public boolean tokens() {
    return entry() && !filters.isEmpty();
  }

  /** Whether this is where the load enters. */
  public boolean entry() {
    return hops.stream().anyMatch(hop -> hop.client().equals(Topology.LOAD));
  }
}
