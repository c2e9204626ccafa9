package io.meshgauge.identity;

import java.util.List;

/**
 * A caller that sends requests, and the roles and attributes that decide what they may.
 *
 * @param subject unique name
 * @param roles what role-based rules look at
 * @param tenant whose data they belong to
 * @param risk {@code low}, {@code medium} or {@code high}
 * @param region where they are
 * @param clearance 0 and up
 */
record Principal(
    String subject, List<String> roles, String tenant, String risk, String region, int clearance) {

  static final Principal CUSTOMER =
      new Principal("customer-1", List.of("customer"), "acme", "low", "eu", 2);
  static final Principal GUEST = new Principal("guest-1", List.of("guest"), "acme", "low", "eu", 0);
  static final Principal AUDITOR =
      new Principal("auditor-1", List.of("auditor"), "acme", "low", "eu", 3);
  static final Principal RISKY =
      new Principal("customer-2", List.of("customer"), "acme", "high", "eu", 2);

  Principal {
    roles = List.copyOf(roles);
  }
}
