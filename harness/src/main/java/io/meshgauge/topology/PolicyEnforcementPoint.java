package io.meshgauge.topology;

import java.util.List;

/**
 * A place where a policy is enforced, and the counters that tell of it.
 *
 * @param name what it is called in evidence, for example {@code policy before order}
 * @param service the service it stands before
 * @param proxy the process that counts
 * @param passed counts the requests it let pass; empty where nothing does
 * @param refused counts the requests it refused; empty where nothing does, so that it must be told
 *     by what did not get to the service
 * @param unjudged count the requests that nobody judged: any of them is one too many
 * @param recalled counts the decisions that were remembered and not made anew; empty where there is
 *     nothing that could remember
 * @param remembering whether decisions are to be remembered
 * @param strangers counts the requests it refused of those who showed no identity; empty where they
 *     do not get as far
 */
public record PolicyEnforcementPoint(
    String name,
    String service,
    String proxy,
    String passed,
    String refused,
    List<String> unjudged,
    String recalled,
    boolean remembering,
    String strangers) {

  public PolicyEnforcementPoint {
    unjudged = List.copyOf(unjudged);
  }

  /** A place that strangers do not get to. */
  public PolicyEnforcementPoint(
      String name,
      String service,
      String proxy,
      String passed,
      String refused,
      List<String> unjudged,
      String recalled,
      boolean remembering) {
    this(name, service, proxy, passed, refused, unjudged, recalled, remembering, "");
  }

  /** Envoy's filter for roles, in the connection manager of that prefix. */
  public static PolicyEnforcementPoint rbac(String service, String proxy, String prefix) {
    String names = "http." + prefix + ".rbac.";
    return new PolicyEnforcementPoint(
        "policy before " + service,
        service,
        proxy,
        names + "allowed",
        names + "denied",
        List.of(),
        "",
        false);
  }
}
