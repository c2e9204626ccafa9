package io.meshgauge.sample.gateway;

import io.meshgauge.sample.common.proto.Principal;
import java.util.Optional;
import java.util.Set;

/** An operation of the gateway with its authorization rule. */
enum Action {
  /** Listing orders: for customers, support and auditors. */
  BROWSE(Set.of("customer", "support", "auditor")),

  /** Placing an order: for customers whose risk is known and not high. */
  CHECKOUT(Set.of("customer")) {
    @Override
    Optional<String> refuseByAttributes(Principal principal) {
      return switch (principal.getRisk()) {
        case "low", "medium" -> Optional.empty();
        case "" -> Optional.of("checkout needs the attribute risk, the token has none");
        default -> Optional.of("checkout is closed to risk " + principal.getRisk());
      };
    }
  };

  private final Set<String> roles;

  Action(Set<String> roles) {
    this.roles = roles;
  }

  /** Why the principal is not authorized; empty if it is. */
  Optional<String> refuse(Principal principal) {
    if (principal.getRolesList().stream().noneMatch(roles::contains)) {
      String needed = String.join(" or ", roles.stream().sorted().toList());
      return Optional.of(
          "%s needs the role %s".formatted(name().toLowerCase(java.util.Locale.ROOT), needed));
    }
    return refuseByAttributes(principal);
  }

  /** The attribute part of the rule. */
  Optional<String> refuseByAttributes(Principal principal) {
    return Optional.empty();
  }
}
