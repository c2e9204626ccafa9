package io.meshgauge.topology;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the calls of a service are spread over its replicas.
 *
 * @param rule by what a replica is chosen
 * @param servers the replicas, at least one
 */
public record Balancing(Rule rule, List<Server> servers) {

  public Balancing {
    servers = List.copyOf(servers);
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("calls must be spread over at least one replica");
    }
  }

  /** By what a replica is chosen for a call. */
  public enum Rule {
    /** One after the other, as often as its weight says. */
    ROUND_ROBIN("in turn"),
    /** One with few calls under way. */
    LEAST_CONNECTIONS("fewest calls under way"),
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
   * @param weight its share beside the others' weights
   * @param slowed by how much it was made slower than the others; empty when it was not
   */
  public record Server(Replica replica, Address address, int weight, Optional<Duration> slowed) {}

  /** The share of all calls that a replica's weight gives it, from 0 to 1. */
  public double share(Server server) {
    return (double) server.weight() / servers.stream().mapToInt(Server::weight).sum();
  }
}
