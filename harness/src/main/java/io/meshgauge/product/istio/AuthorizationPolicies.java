package io.meshgauge.product.istio;

import static io.meshgauge.product.ManifestTemplate.whole;

import io.meshgauge.policy.Rule;
import io.meshgauge.product.ManifestTemplate;
import io.meshgauge.product.PolicyFeature;
import io.meshgauge.product.PolicyLimits;
import io.meshgauge.product.PolicySettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * Compiles rules to Istio's {@code AuthorizationPolicy}: one object for each service, which applies
 * to the service's pods, or to the waypoint of the service.
 */
final class AuthorizationPolicies {
  private static final ManifestTemplate TEMPLATE =
      new ManifestTemplate(AuthorizationPolicies.class, "authorization.yaml.mustache");

  private static final ManifestTemplate DENIAL =
      new ManifestTemplate(AuthorizationPolicies.class, "denial.yaml.mustache");

  /** What Istio cannot express. */
  static final PolicyLimits UNSUPPORTED =
      PolicyLimits.without(Map.of(PolicyFeature.HOURS, "hours, for which Istio has no condition"));

  private AuthorizationPolicies() {}

  /**
   * The objects of a policy, one YAML document each.
   *
   * @param identities whether callers are identified by mutual TLS; otherwise callers in rules are
   *     ignored
   */
  static List<String> of(PolicySettings settings, boolean identities) {
    return of(settings, identities, false);
  }

  /**
   * The objects of a policy at a waypoint, one YAML document each; callers are always identified
   * there.
   */
  static List<String> atWaypoint(PolicySettings settings) {
    return of(settings, true, true);
  }

  /** An object that denies requests of a path before all workloads of its namespace. */
  static List<String> denying(String path) {
    return DENIAL.objects(Map.of("path", path), Map.of());
  }

  private static List<String> of(PolicySettings settings, boolean identities, boolean waypoint) {
    return settings.policy().services().entrySet().stream()
        .flatMap(
            it ->
                TEMPLATE
                    .objects(
                        Map.of(
                            "service",
                            it.getKey(),
                            "rules",
                            it.getValue().stream()
                                .map(rule -> Match.of(rule, identities))
                                .toList()),
                        Map.of("name", it.getKey(), "waypoint", waypoint))
                    .stream())
        .toList();
  }

  /** The attributes of a rule that have values. */
  record Match(
      Optional<List<String>> principals,
      Optional<List<String>> ipBlocks,
      Optional<List<String>> methods,
      Optional<List<String>> paths,
      Optional<List<Condition>> when) {

    private record Condition(String key, List<String> values) {}

    static Match of(Rule rule, boolean identities) {
      List<String> callers = identities ? rule.callers() : List.of();
      return new Match(
          whole(callers.stream().map("*/sa/"::concat).toList()),
          whole(rule.sources()),
          whole(rule.methods()),
          whole(rule.paths()),
          whole(
              Stream.concat(
                      conditions("request.auth.claims", rule.claims()),
                      conditions("request.headers", rule.headers()))
                  .toList()));
    }

    private static Stream<Condition> conditions(
        String of, SortedMap<String, List<String>> attributes) {
      return attributes.entrySet().stream()
          .map(it -> new Condition("%s[%s]".formatted(of, it.getKey()), it.getValue()));
    }

    boolean from() {
      return principals.isPresent() || ipBlocks.isPresent();
    }

    boolean to() {
      return methods.isPresent() || paths.isPresent();
    }
  }
}
