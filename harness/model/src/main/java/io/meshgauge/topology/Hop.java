package io.meshgauge.topology;

import io.meshgauge.topology.Service.Probe;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * A call relation between two workloads. Two of them are equal if they connect the same workloads
 * by the same protocol; what is known of the calls does not distinguish them.
 *
 * @param client the calling workload, {@code load} for the load worker
 * @param server the called service
 * @param protocol what they speak
 * @param calls how often
 * @param probe what the harness itself may send to the server
 */
public record Hop(String client, String server, Protocol protocol, Calls calls, Probe probe) {

  /** A hop of which nothing more is known. */
  public Hop(String client, String server, Protocol protocol) {
    this(client, server, protocol, Calls.UNKNOWN, Probe.unknownTo(protocol));
  }

  /** The same calls, which end at another workload. */
  public Hop to(String other) {
    return new Hop(client, other, protocol, calls, probe);
  }

  /** The same calls, which come from another workload. */
  public Hop from(String other) {
    return new Hop(other, server, protocol, calls, probe);
  }

  /** Whether its bytes over TCP are of a protocol that the harness does not know. */
  public boolean isUnknownTcp() {
    return protocol == Protocol.TCP && !probe.ofIperf();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Hop hop
        && client.equals(hop.client)
        && server.equals(hop.server)
        && protocol == hop.protocol;
  }

  @Override
  public int hashCode() {
    return Objects.hash(client, server, protocol);
  }

  @Override
  public String toString() {
    return client + " → " + server;
  }

  /**
   * How often a call is made for the requests of the load.
   *
   * @param declared whether the application says anything about it
   * @param perRequest calls for each request that causes any; empty: some, as where events are
   *     collected and sent asynchronously
   * @param only labels of the requests that cause calls; empty: all of them
   * @param except labels of the requests that cause none
   * @param uncertain labels of the requests that may cause one or not
   */
  public record Calls(
      boolean declared,
      OptionalDouble perRequest,
      List<String> only,
      List<String> except,
      List<String> uncertain) {
    /** A call of which nothing is known but that it is made. */
    public static final Calls UNKNOWN = new Calls(false, OptionalDouble.empty());

    /** One call for each request. */
    public static final Calls ONE = new Calls(true, OptionalDouble.of(1));

    public Calls {
      only = List.copyOf(only);
      except = List.copyOf(except);
      uncertain = List.copyOf(uncertain);
    }

    private Calls(boolean declared, OptionalDouble perRequest) {
      this(declared, perRequest, List.of(), List.of(), List.of());
    }

    /** Whether requests of a label cause such calls; those that may are not among them. */
    public boolean follow(String label) {
      return concern(label) && !uncertain.contains(label);
    }

    /** Whether requests of a label can cause such calls. */
    public boolean concern(String label) {
      return (only.isEmpty() || only.contains(label)) && !except.contains(label);
    }

    /** Whether two readings of their number may differ, since no request waits for them. */
    public boolean asynchronous() {
      return declared && perRequest.isEmpty();
    }
  }
}
