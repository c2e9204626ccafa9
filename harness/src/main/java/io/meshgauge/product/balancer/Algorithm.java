package io.meshgauge.product.balancer;

import io.meshgauge.topology.Balancing.Rule;
import java.util.Optional;

/**
 * A way to choose a replica that a product has.
 *
 * @param name in an experiment file
 * @param rule what it does
 * @param weighted whether the first replica gets twice the share of the others
 * @param word what the product's configuration calls it
 * @param ofConnections what it calls it where connections are spread and not requests; empty where
 *     it cannot do that
 */
public record Algorithm(
    String name, Rule rule, boolean weighted, String word, Optional<String> ofConnections) {

  /** An algorithm of one word for requests and connections. */
  public Algorithm(String name, Rule rule, boolean weighted, String word) {
    this(name, rule, weighted, word, Optional.of(word));
  }

  /** One replica after the other. */
  public static Algorithm roundRobin(String word) {
    return new Algorithm("round-robin", Rule.ROUND_ROBIN, false, word);
  }

  /** One after the other, the first twice as often. */
  public static Algorithm weightedRoundRobin(String word) {
    return new Algorithm("weighted-round-robin", Rule.ROUND_ROBIN, true, word);
  }

  /** The replica with the fewest calls under way, or what a product has that is nearest. */
  public static Algorithm leastConnections(String word) {
    return new Algorithm("least-connections", Rule.LEAST_CONNECTIONS, false, word);
  }

  /** Always the same replica for an address. */
  public static Algorithm ipHash(String word) {
    return new Algorithm("ip-hash", Rule.IP_HASH, false, word);
  }

  /** The same, which is called otherwise where connections are spread. */
  public Algorithm ofConnections(String other) {
    return new Algorithm(name, rule, weighted, word, Optional.of(other));
  }

  /** The same, where connections cannot be spread by it. */
  public Algorithm ofRequestsOnly() {
    return new Algorithm(name, rule, weighted, word, Optional.empty());
  }

  /** The weight of a replica, counted from 1. */
  int weight(int number) {
    return weighted && number == 1 ? 2 : 1;
  }
}
