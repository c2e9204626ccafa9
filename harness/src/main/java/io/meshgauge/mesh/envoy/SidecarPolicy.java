package io.meshgauge.mesh.envoy;

import io.meshgauge.experiment.Variant;
import io.meshgauge.mesh.PolicySettings;
import io.meshgauge.policy.Rule;
import io.meshgauge.topology.Guard;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the sidecars of a variant are told of its policy.
 *
 * @param settings the policy; null without one
 * @param principal the name in the certificate of a workload; null where there are none
 */
public record SidecarPolicy(
    @Nullable PolicySettings settings, @Nullable Function<String, String> principal) {
  private static final JsonMapper JSON = new JsonMapper();

  /**
   * The policy of a variant.
   *
   * @param principal the name in the certificate of a workload; null without mutual TLS
   */
  public static SidecarPolicy of(Variant variant, @Nullable Function<String, String> principal) {
    return new SidecarPolicy(PolicySettings.of(variant).orElse(null), principal);
  }

  /**
   * The filters that enforce it before a service, a line of JSON each; none where the service is
   * open, or where nothing is known of what is carried.
   */
  List<String> filters(List<Hop> hops) {
    return rules(hops).stream()
        .map(rules -> new RbacFilter(principal).filter(rules))
        .map(JSON::writeValueAsString)
        .toList();
  }

  /** The places where it is enforced, and what their counters are called. */
  List<Guard> guards(String proxy, Ingress ingress) {
    return rules(ingress.hops()).stream()
        .map(rules -> Guard.rbac(ingress.server(), proxy, ingress.name()))
        .toList();
  }

  private Optional<List<Rule>> rules(List<Hop> hops) {
    Hop hop = hops.get(0);
    if (settings == null || hop.protocol() == Protocol.TCP) {
      return Optional.empty();
    }
    Map<String, List<Rule>> services = settings.policy().services();
    return Optional.ofNullable(services.get(hop.server()));
  }
}
