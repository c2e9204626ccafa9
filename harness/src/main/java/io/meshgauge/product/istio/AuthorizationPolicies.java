package io.meshgauge.product.istio;

import io.meshgauge.policy.Rule;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.ServiceObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compiles rules to Istio's {@code AuthorizationPolicy}: one object for each service, with the
 * service's name, so that it replaces the manifest's policy, which checks callers only. It applies
 * to the service's pods, or to the waypoint of the service.
 */
final class AuthorizationPolicies {
  private static final JsonMapper JSON = new JsonMapper();

  private AuthorizationPolicies() {}

  /**
   * The objects of a policy, one line of JSON each.
   *
   * @param identities whether callers are identified by mutual TLS; otherwise callers in rules are
   *     ignored
   */
  static List<String> of(PolicySettings settings, boolean identities) {
    return of(
        settings,
        identities,
        service -> Map.of("selector", Map.of("matchLabels", Map.of("app", service))));
  }

  /**
   * The objects of a policy at a waypoint, one line of JSON each; callers are always identified
   * there.
   */
  static List<String> atWaypoint(PolicySettings settings) {
    return of(
        settings,
        true,
        service ->
            Map.of("targetRefs", List.of(Map.of("group", "", "kind", "Service", "name", service))));
  }

  private static List<String> of(
      PolicySettings settings, boolean identities, Function<String, Map<String, Object>> where) {
    return settings.policy().services().entrySet().stream()
        .map(
            service ->
                object(
                    service.getKey(),
                    where.apply(service.getKey()),
                    service.getValue(),
                    identities))
        .map(JSON::writeValueAsString)
        .toList();
  }

  /** Parts of a policy that Istio cannot express, one sentence each. */
  static List<String> problems(PolicySettings settings, String mesh) {
    List<String> problems = new ArrayList<>();
    settings
        .policy()
        .services()
        .forEach(
            (service, rules) ->
                rules.stream()
                    .filter(rule -> rule.window().filter(it -> !it.always()).isPresent())
                    .map(
                        rule ->
                            ("policy %s on mesh %s: expected rules without hours, for which Istio has"
                                    + " no condition; remove them from rule %s of %s in %s")
                                .formatted(
                                    settings.name(), mesh, rule.name(), service, settings.origin()))
                    .forEach(problems::add));
    return problems;
  }

  private static Map<String, Object> object(
      String service, Map<String, Object> where, List<Rule> rules, boolean identities) {
    Map<String, Object> spec = new LinkedHashMap<>(where);
    spec.put("action", "ALLOW");
    spec.put("rules", rules.stream().map(rule -> rule(rule, identities)).toList());
    return ServiceObject.of("security.istio.io/v1", "AuthorizationPolicy", service, spec);
  }

  /** All of {@code from}, {@code to} and {@code when} must match, and so must all keys in them. */
  private static Map<String, Object> rule(Rule rule, boolean identities) {
    Map<String, Object> source = new LinkedHashMap<>();
    if (identities) {
      put(source, "principals", rule.callers().stream().map("*/sa/"::concat).toList());
    }
    put(source, "ipBlocks", rule.sources());
    Map<String, Object> operation = new LinkedHashMap<>();
    put(operation, "methods", rule.methods());
    put(operation, "paths", rule.paths());
    List<Object> conditions = new ArrayList<>();
    rule.claims()
        .forEach((claim, values) -> conditions.add(when("request.auth.claims", claim, values)));
    rule.headers()
        .forEach((header, values) -> conditions.add(when("request.headers", header, values)));
    Map<String, Object> compiled = new LinkedHashMap<>();
    wrapped("source", source).ifPresent(it -> compiled.put("from", it));
    wrapped("operation", operation).ifPresent(it -> compiled.put("to", it));
    if (!conditions.isEmpty()) {
      compiled.put("when", conditions);
    }
    return compiled;
  }

  private static Map<String, Object> when(String of, String name, List<String> values) {
    Map<String, Object> condition = new LinkedHashMap<>();
    condition.put("key", "%s[%s]".formatted(of, name));
    condition.put("values", values);
    return condition;
  }

  private static Optional<List<Object>> wrapped(String name, Map<String, Object> inner) {
    return inner.isEmpty() ? Optional.empty() : Optional.of(List.of(Map.of(name, inner)));
  }

  private static void put(Map<String, Object> map, String key, List<String> values) {
    if (!values.isEmpty()) {
      map.put(key, values);
    }
  }
}
