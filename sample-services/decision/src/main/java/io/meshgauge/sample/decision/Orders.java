package io.meshgauge.sample.decision;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Configuration of a decision point at its start.
 *
 * @param host where to listen
 * @param port for questions, 0 for a free one
 * @param adminPort for readiness and counters, 0 for a free one
 * @param identities whether callers are known by mutual TLS
 * @param remember how many decisions to remember; 0 for none
 * @param policy the rules before one service
 */
record Orders(
    String host, int port, int adminPort, boolean identities, int remember, Policy policy) {

  /**
   * Rules in the vocabulary of {@code k8s/policy}.
   *
   * @param kind {@code rbac} or {@code abac}
   * @param services rules by service, of which there is one
   */
  record Policy(String kind, Map<String, List<Rule>> services) {}

  /**
   * Reads them from a file of JSON.
   *
   * @throws IllegalArgumentException when it is none, or has not the rules of exactly one service
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
