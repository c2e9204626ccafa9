package io.meshgauge.sample.decision;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Settings of a decision point.
 *
 * @param host listen address
 * @param port of the gRPC server, 0 for a free one
 * @param adminPort for readiness and counters, 0 for a free one
 * @param identities whether callers are identified by mutual TLS
 * @param remember capacity of the decision cache; 0 for none
 * @param policy rules of one service
 */
record Orders(
    String host, int port, int adminPort, boolean identities, int remember, Policy policy) {

  /**
   * Rules in the vocabulary of {@code k8s/policy}.
   *
   * @param kind {@code rbac} or {@code abac}
   * @param services rules by service; exactly one service
   */
  record Policy(String kind, Map<String, List<Rule>> services) {}

  /**
   * Reads them from a JSON file.
   *
   * @throws IllegalArgumentException if it is invalid, or has not the rules of exactly one service
   */
  static Orders read(Path file) {
    try {
      Orders orders = new JsonMapper().readValue(file, Orders.class);
      if (orders.policy() == null || orders.policy().services().size() != 1) {
        throw new IllegalArgumentException(
            "%s has no rules of one service; expected policy: services: with one name"
                .formatted(file));
      }
      return orders;
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "%s cannot be read: %s; expected host, port, adminPort, identities, remember and policy"
              .formatted(file, e.getOriginalMessage()),
          e);
    }
  }

  Rulebook rulebook() {
    return new Rulebook(policy.services().values().iterator().next(), identities);
  }
}
