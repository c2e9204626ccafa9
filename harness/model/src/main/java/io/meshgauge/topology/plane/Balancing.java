package io.meshgauge.topology.plane;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Replica;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How the calls of a service are spread over its replicas.
 *
 * @param rule by what a replica is chosen
 * @param unit what a replica is chosen for
 * @param servers the replicas, at least one
 */
public record Balancing(Rule rule, Unit unit, List<Server> servers) {

  public Balancing {
    servers = List.copyOf(servers);
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("calls must be spread over at least one replica");
    }
  }

  /** Requests that are spread one by one. */
  public Balancing(Rule rule, List<Server> servers) {
    this(rule, Unit.REQUESTS, servers);
  }

  /** What a replica is chosen for, once for each. */
  public enum Unit {
    /** A request, whatever connection it came on. */
    REQUESTS,
    /** A connection, and so all requests that come on it. */
    CONNECTIONS
  }

  /** Whether all requests of a connection go to one replica. */
  public boolean byConnection() {
    return unit == Unit.CONNECTIONS;
  }

  /** By what a replica is chosen. */
  public enum Rule {
    /** One after the other, as often as its weight says. */
    ROUND_ROBIN("in turn"),
    /** One with few calls under way. */
    LEAST_CONNECTIONS("fewest calls under way"),
    /** At random, each request for itself, as often as the weight of the version says. */
    VERSION("a share to version 2"),
    /** Always the same for a client's address. */
    IP_HASH("by the client's address");

    private final String words;

    Rule(String words) {
      this.words = words;
    }

    /** In words. */
    public String words() {
      return words;
    }
  }

  /**
   * A replica that calls are spread over.
   *
   * @param replica which
   * @param address where it listens
   * @param weight its share relative to the others' weights
   * @param slowed by how much it was made slower than the others; empty when it was not
   * @param failing the share of its calls that it was made to fail; empty when it was not
   */
  public record Server(
      Replica replica,
      Address address,
      int weight,
      Optional<Duration> slowed,
      Optional<Double> failing) {

    /** A replica that fails no calls of itself. */
    public Server(Replica replica, Address address, int weight, Optional<Duration> slowed) {
      this(replica, address, weight, slowed, Optional.empty());
    }
  }

  /**
   * Requests that are spread over two versions of a service.
   *
   * @param percent of the requests that the second version gets
   * @param addresses where the process of each version listens
   */
  public static Balancing versions(
      String service, int percent, Function<Replica, Address> addresses) {
    Replica stable = new Replica(service, 1);
    Replica canary = new Replica(service, 2);
    return new Balancing(
        Rule.VERSION,
        List.of(
            new Server(stable, addresses.apply(stable), 100 - percent, Optional.empty()),
            new Server(canary, addresses.apply(canary), percent, Optional.empty())));
  }

  /** The share of all calls that a replica's weight gives it, from 0 to 1. */
  public double share(Server server) {
    return (double) server.weight() / servers.stream().mapToInt(Server::weight).sum();
  }
}
