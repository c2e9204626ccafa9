package io.meshgauge.product.replica;

import io.meshgauge.topology.plane.Balancing.Rule;
import java.util.Optional;

/**
 * A product's algorithm for choosing a replica.
 *
 * @param name in an experiment file
 * @param rule how replicas are chosen
 * @param weighted whether the first replica gets twice the share of the others
 * @param word its name in the product's configuration
 * @param ofConnections its name where connections are balanced instead of requests; empty if the
 *     product cannot do that
 */
public record Algorithm(
    String name, Rule rule, boolean weighted, String word, Optional<String> ofConnections) {

  /** An algorithm with one name for requests and connections. */
  public Algorithm(String name, Rule rule, boolean weighted, String word) {
    this(name, rule, weighted, word, Optional.of(word));
  }

  /** One replica after the other. */
  public static Algorithm roundRobin(String word) {
    return new Algorithm("round-robin", Rule.ROUND_ROBIN, false, word);
  }

  /** One replica after the other, the first twice as often. */
  public static Algorithm weightedRoundRobin(String word) {
    return new Algorithm("weighted-round-robin", Rule.ROUND_ROBIN, true, word);
  }

  /** The replica with the fewest active calls, or the product's nearest equivalent. */
  public static Algorithm leastConnections(String word) {
    return new Algorithm("least-connections", Rule.LEAST_CONNECTIONS, false, word);
  }

  /** Always the same replica for a client address. */
  public static Algorithm ipHash(String word) {
    return new Algorithm("ip-hash", Rule.IP_HASH, false, word);
  }

  /** Copy with another name for connections. */
  public Algorithm ofConnections(String other) {
    return new Algorithm(name, rule, weighted, word, Optional.of(other));
  }

  /** Copy that cannot balance connections. */
  public Algorithm ofRequestsOnly() {
    return new Algorithm(name, rule, weighted, word, Optional.empty());
  }

  /** The weight of a replica, counted from 1. */
  public int weight(int number) {
    return weighted && number == 1 ? 2 : 1;
  }
}
