package io.meshgauge.product.cilium;

import io.meshgauge.policy.Rule;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.ServiceObject;
import io.meshgauge.topology.Placement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compiles rules to {@code CiliumNetworkPolicy}, enforced by the Envoy of the server's node.
 *
 * <p>Callers are identified by the labels of their pods. A policy of addresses and ports only would
 * allow every request there, so the network policy of {@code k8s/base} before a service is replaced
 * by one that denies all callers.
 */
final class CiliumPolicies {
  private static final JsonMapper JSON = new JsonMapper();

  /** Header value that matches anything. */
  private static final String ANYTHING = Rule.ANY_END;

  /** Special characters of a regular expression, some of which occur in paths. */
  private static final Pattern MEANING = Pattern.compile("[.+*?()|\\[\\]{}^$\\\\]");

  private CiliumPolicies() {}

  /** The objects of a policy, one line of JSON each. */
  static List<String> of(PolicySettings settings) {
    return settings.policy().services().entrySet().stream()
        .flatMap(it -> Stream.of(policy(it.getKey(), it.getValue()), denyAll(it.getKey())))
        .map(JSON::writeValueAsString)
        .toList();
  }

  /** Parts of a policy that Cilium cannot express, one sentence each. */
  static List<String> problems(PolicySettings settings, String mesh) {
    List<String> problems = new ArrayList<>();
    settings
        .policy()
        .services()
        .forEach(
            (service, rules) ->
                rules.forEach(
                    rule ->
                        unsupported(rule).stream()
                            .map(
                                it ->
                                    "policy %s on mesh %s: expected rules without %s; remove them from rule %s of %s in %s"
                                        .formatted(
                                            settings.name(),
                                            mesh,
                                            it,
                                            rule.name(),
                                            service,
                                            settings.origin()))
                            .forEach(problems::add)));
    return problems;
  }

  private static List<String> unsupported(Rule rule) {
    List<String> unsupported = new ArrayList<>();
    if (!rule.claims().isEmpty()) {
      unsupported.add("roles and claims, since Cilium reads no token");
    }
    if (rule.window().filter(it -> !it.always()).isPresent()) {
      unsupported.add("hours, for which Cilium has no condition");
    }
    if (!rule.sources().isEmpty()) {
      unsupported.add(
          "sources, since Cilium identifies pods by their labels and not by their addresses");
    }
    boolean beginnings =
        rule.headers().values().stream()
            .flatMap(List::stream)
            .anyMatch(it -> it.endsWith(ANYTHING) && !it.equals(ANYTHING));
    if (beginnings) {
      unsupported.add("prefixes of header values, since Cilium matches a whole value or any ('*')");
    }
    return unsupported;
  }

  private static Map<String, Object> policy(String service, List<Rule> rules) {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("endpointSelector", Map.of("matchLabels", Map.of("app", service)));
    // An empty rule allows no caller and enables default deny.
    spec.put(
        "ingress",
        rules.isEmpty() ? List.of(Map.of()) : rules.stream().map(CiliumPolicies::ingress).toList());
    return ServiceObject.of("cilium.io/v2", "CiliumNetworkPolicy", service, spec);
  }

  private static Map<String, Object> denyAll(String service) {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("podSelector", Map.of("matchLabels", Map.of("app", service)));
    spec.put("policyTypes", List.of("Ingress"));
    return ServiceObject.of("networking.k8s.io/v1", "NetworkPolicy", service, spec);
  }

  private static Map<String, Object> ingress(Rule rule) {
    List<Map<String, Object>> callers =
        rule.callers().stream()
            .<Map<String, Object>>map(it -> Map.of("matchLabels", Map.of("app", it)))
            .toList();
    Map<String, Object> ports = new LinkedHashMap<>();
    ports.put("ports", List.of(port(Placement.HTTP), port(Placement.GRPC)));
    ports.put("rules", Map.of("http", http(rule)));
    Map<String, Object> ingress = new LinkedHashMap<>();
    // Without callers: every pod of the namespace.
    ingress.put("fromEndpoints", callers.isEmpty() ? List.of(Map.of()) : callers);
    ingress.put("toPorts", List.of(ports));
    return ingress;
  }

  private static Map<String, String> port(int port) {
    Map<String, String> object = new LinkedHashMap<>();
    object.put("port", Integer.toString(port));
    object.put("protocol", "TCP");
    return object;
  }

  /**
   * One HTTP rule for each combination of header values: Cilium requires all headers of a rule, and
   * any of the rules.
   */
  private static List<Map<String, Object>> http(Rule rule) {
    List<List<Map<String, String>>> choices = List.of(List.of());
    for (Map.Entry<String, List<String>> header : rule.headers().entrySet()) {
      choices =
          choices.stream()
              .flatMap(
                  chosen ->
                      header.getValue().stream()
                          .map(
                              value ->
                                  Stream.concat(
                                          chosen.stream(),
                                          Stream.of(header(header.getKey(), value)))
                                      .toList()))
              .toList();
    }
    return choices.stream().map(headers -> http(rule, headers)).toList();
  }

  private static Map<String, Object> http(Rule rule, List<Map<String, String>> headers) {
    Map<String, Object> http = new LinkedHashMap<>();
    if (!rule.methods().isEmpty()) {
      http.put("method", String.join("|", rule.methods()));
    }
    if (!rule.paths().isEmpty()) {
      http.put(
          "path", rule.paths().stream().map(CiliumPolicies::path).collect(Collectors.joining("|")));
    }
    if (!headers.isEmpty()) {
      http.put("headerMatches", headers);
    }
    return http;
  }

  private static Map<String, String> header(String name, String value) {
    Map<String, String> match = new LinkedHashMap<>();
    match.put("name", name);
    if (!value.equals(ANYTHING)) {
      match.put("value", value);
    }
    return match;
  }

  /** Envoy matches it against the whole path, including the query. */
  private static String path(String path) {
    boolean beginning = path.endsWith(Rule.ANY_END);
    String fixed = beginning ? path.substring(0, path.length() - 1) : path;
    return MEANING.matcher(fixed).replaceAll("\\\\$0") + (beginning ? ".*" : "(\\?.*)?");
  }
}
