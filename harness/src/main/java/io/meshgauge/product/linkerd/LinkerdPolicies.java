package io.meshgauge.product.linkerd;

import io.meshgauge.policy.Rule;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.ServiceObject;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compiles rules to Linkerd's objects ({@code policy.linkerd.io}, versions 2.16 and later):
 * requests that the same callers may send are an {@code HTTPRoute} of the service's {@code Server},
 * and each set of callers an {@code AuthorizationPolicy} of that route.
 *
 * <p>A request belongs to its most specific route, and only that route's policies apply. Each route
 * is therefore a set of pairs of a path and a method that rules name, and its policies are those of
 * all rules that allow the pair, however they state it.
 *
 * <p>With routes of its own, a Server no longer admits the kubelet's probes; a route for every
 * caller does. Requests that no rule names get a route that allows no caller, since the proxy would
 * answer 404.
 */
final class LinkerdPolicies {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String GROUP = "policy.linkerd.io";
  private static final String POLICY = GROUP + "/v1alpha1";
  private static final String ROUTE = GROUP + "/v1beta3";
  private static final String HTTP_ROUTE = "HTTPRoute";
  private static final String IDENTITIES = "MeshTLSAuthentication";
  private static final String NETWORKS = "NetworkAuthentication";

  /** Linkerd's limit of matches per rule, and of rules per route. */
  private static final int MAX_MATCHES = 8;

  private static final int MAX_RULES = 16;
  private static final String NO_PAGE = "/meshgauge-no-page";

  private static final String PREFIX = "/" + Rule.ANY_END;
  private static final List<String> EVERYWHERE = List.of("0.0.0.0/0", "::/0");

  private final String service;

  /** The kubelet's probe of the service. */
  private final RequestMatch probe;

  private final List<Map<String, Object>> objects = new ArrayList<>();

  private LinkerdPolicies(Service service) {
    this.service = service.name();
    String ready = service.pages().ready();
    // The route replaces one that admits everything, so it must exist; no service has this path.
    this.probe = new RequestMatch("GET", ready.isEmpty() ? NO_PAGE : ready);
  }

  /** The objects of a policy, one line of JSON each. */
  static List<String> of(PolicySettings settings, Topology topology) {
    List<Map<String, Object>> all = new ArrayList<>();
    settings
        .policy()
        .services()
        .forEach(
            (service, rules) ->
                all.addAll(new LinkerdPolicies(topology.service(service)).compiled(rules)));
    return all.stream().map(JSON::writeValueAsString).toList();
  }

  /** Parts of a policy that Linkerd cannot express, one sentence each. */
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
                                reason ->
                                    "policy %s on mesh %s: expected rules of callers, methods, paths and sources, which Linkerd supports; rule %s of %s in %s has %s. Use for example k8s/policy/callers.yaml (setting policy-file)"
                                        .formatted(
                                            settings.name(),
                                            mesh,
                                            rule.name(),
                                            service,
                                            settings.origin(),
                                            reason))
                            .forEach(problems::add)));
    return problems;
  }

  private static List<String> unsupported(Rule rule) {
    List<String> unsupported = new ArrayList<>();
    if (!rule.claims().isEmpty()) {
      unsupported.add("roles or claims of a token, which Linkerd's proxies do not read");
    }
    if (!rule.headers().isEmpty()) {
      unsupported.add("headers, which are not compiled for Linkerd");
    }
    if (rule.window().filter(it -> !it.always()).isPresent()) {
      unsupported.add("hours, for which Linkerd has no condition");
    }
    rule.paths().stream()
        .filter(path -> path.endsWith(Rule.ANY_END) && !path.endsWith(PREFIX))
        .map("the path %s, whose prefix ends within a segment"::formatted)
        .forEach(unsupported::add);
    return unsupported;
  }

  /** Authorized senders: one of some callers, from one of some networks. */
  private record CallerSet(List<String> callers, List<String> sources) {
    static CallerSet of(Rule rule) {
      return new CallerSet(
          rule.callers().stream().sorted().toList(), rule.sources().stream().sorted().toList());
    }
  }

  /**
   * A request pattern.
   *
   * @param method of HTTP; empty for all methods that no other pattern names
   * @param path as in a rule
   */
  private record RequestMatch(String method, String path) {
    boolean within(Rule rule) {
      return (rule.methods().isEmpty() || rule.methods().contains(method))
          && (rule.paths().isEmpty() || rule.paths().stream().anyMatch(it -> covers(it, path)));
    }

    private static boolean covers(String pattern, String path) {
      return pattern.endsWith(Rule.ANY_END)
          ? path.startsWith(pattern.substring(0, pattern.length() - 1))
          : pattern.equals(path);
    }

    Map<String, Object> match() {
      boolean isPrefix = path.endsWith(PREFIX);
      String fixed = path.substring(0, path.length() - (isPrefix ? PREFIX.length() : 0));
      Map<String, Object> match = new LinkedHashMap<>();
      Map<String, Object> pathMatch = new LinkedHashMap<>();
      pathMatch.put("type", isPrefix ? "PathPrefix" : "Exact");
      pathMatch.put("value", fixed.isEmpty() ? "/" : fixed);
      match.put("path", pathMatch);
      if (!method.isEmpty()) {
        match.put("method", method);
      }
      return match;
    }
  }

  private List<Map<String, Object>> compiled(List<Rule> rules) {
    Map<Set<CallerSet>, List<RequestMatch>> routes = new LinkedHashMap<>();
    for (RequestMatch request : pairs(rules)) {
      Set<CallerSet> allowed =
          rules.stream()
              .filter(request::within)
              .map(CallerSet::of)
              .collect(Collectors.toCollection(LinkedHashSet::new));
      if (!allowed.isEmpty()) {
        routes.computeIfAbsent(allowed, unused -> new ArrayList<>()).add(request);
      }
    }
    int number = 0;
    for (Map.Entry<Set<CallerSet>, List<RequestMatch>> route : routes.entrySet()) {
      for (List<RequestMatch> part : parts(route.getValue(), MAX_MATCHES * MAX_RULES)) {
        number++;
        String name = service + "-" + number;
        route(name, part);
        int policies = 0;
        for (CallerSet senders : route.getKey()) {
          policies++;
          List<String> required = new ArrayList<>(List.of(meshed(name + "-" + policies, senders)));
          if (!senders.sources().isEmpty()) {
            required.add(networks(name + "-" + policies, senders.sources()));
          }
          policy(name + "-" + policies, name, required);
        }
      }
    }
    if (routes.values().stream()
        .flatMap(List::stream)
        .noneMatch(new RequestMatch("", PREFIX)::equals)) {
      route(service + "-rest", List.of(new RequestMatch("", PREFIX)));
    }
    probes();
    return objects;
  }

  /** Every pair of a path and a method that rules name, and each path without a method. */
  private Set<RequestMatch> pairs(List<Rule> rules) {
    Set<String> methods = new LinkedHashSet<>();
    rules.forEach(rule -> methods.addAll(rule.methods()));
    methods.add("");
    Set<RequestMatch> pairs = new LinkedHashSet<>();
    for (Rule rule : rules) {
      for (String path : rule.paths().isEmpty() ? List.of(PREFIX) : rule.paths()) {
        methods.forEach(method -> pairs.add(new RequestMatch(method, path)));
      }
    }
    // The probe route already admits every caller, and a pair must not be in two routes.
    pairs.remove(probe);
    return pairs;
  }

  /**
   * Adds the probe route's policy. It has the name of the manifest's policy that lets all callers
   * send anything, and so replaces it.
   */
  private void probes() {
    String name = service + "-probes";
    route(name, List.of(probe));
    policy(service, name, List.of(networks(service, EVERYWHERE)));
  }

  private void route(String name, List<RequestMatch> matches) {
    List<Map<String, Object>> rules =
        parts(matches, MAX_MATCHES).stream()
            .map(
                part ->
                    Map.<String, Object>of(
                        "matches", part.stream().map(RequestMatch::match).toList()))
            .toList();
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("parentRefs", List.of(reference("Server", service)));
    spec.put("rules", rules);
    add(ROUTE, HTTP_ROUTE, name, spec);
  }

  /** Adds a policy. It admits callers that meet all of its requirements. */
  private void policy(String name, String route, List<String> required) {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("targetRef", reference(HTTP_ROUTE, route));
    spec.put(
        "requiredAuthenticationRefs",
        required.stream().map(kind -> reference(kind, name)).toList());
    add("AuthorizationPolicy", name, spec);
  }

  /**
   * Adds an authentication of callers by service account; of any meshed workload if a rule names
   * none.
   */
  private String meshed(String name, CallerSet senders) {
    add(
        IDENTITIES,
        name,
        senders.callers().isEmpty()
            ? Map.of("identities", List.of(Rule.ANY_END))
            : Map.of("identityRefs", accounts(senders.callers())));
    return IDENTITIES;
  }

  private String networks(String name, List<String> ranges) {
    add(
        NETWORKS,
        name,
        Map.of("networks", ranges.stream().map(range -> Map.of("cidr", range)).toList()));
    return NETWORKS;
  }

  private static List<Map<String, String>> accounts(List<String> callers) {
    return callers.stream().map(it -> Map.of("kind", "ServiceAccount", "name", it)).toList();
  }

  private static Map<String, Object> reference(String kind, String name) {
    Map<String, Object> reference = new LinkedHashMap<>();
    reference.put("group", GROUP);
    reference.put("kind", kind);
    reference.put("name", name);
    return reference;
  }

  private void add(String kind, String name, Map<String, Object> spec) {
    add(POLICY, kind, name, spec);
  }

  private void add(String version, String kind, String name, Map<String, Object> spec) {
    objects.add(ServiceObject.of(version, kind, service, name, spec));
  }

  private static <T> List<List<T>> parts(List<T> all, int most) {
    return Stream.iterate(0, start -> start < all.size(), start -> start + most)
        .map(start -> all.subList(start, Math.min(all.size(), start + most)))
        .toList();
  }
}
