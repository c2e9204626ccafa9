package io.meshgauge.product.linkerd;

import static io.meshgauge.product.ManifestTemplate.whole;

import io.meshgauge.policy.Rule;
import io.meshgauge.product.ManifestTemplate;
import io.meshgauge.product.PolicyFeature;
import io.meshgauge.product.PolicyLimits;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
  private static final ManifestTemplate TEMPLATE =
      new ManifestTemplate(LinkerdPolicies.class, "policies.yaml.mustache");

  /** What Linkerd cannot express. */
  static final PolicyLimits UNSUPPORTED =
      new PolicyLimits(
          "policy %s on mesh %s: expected rules of callers, methods, paths and sources, which Linkerd supports; rule %s of %s in %s has %s. Use for example k8s/policy/callers.yaml (setting policy-file)",
          Map.of(
              PolicyFeature.CLAIMS,
              "roles or claims of a token, which Linkerd's proxies do not read",
              PolicyFeature.HEADERS,
              "headers, which are not compiled for Linkerd",
              PolicyFeature.HOURS,
              "hours, for which Linkerd has no condition",
              PolicyFeature.PARTIAL_SEGMENTS,
              "the path %s, whose prefix ends within a segment"));

  /** Linkerd's limit of matches per rule, and of rules per route. */
  private static final int MAX_MATCHES = 8;

  private static final int MAX_RULES = 16;
  private static final String NO_PAGE = "/meshgauge-no-page";

  private static final String PREFIX = "/" + Rule.ANY_END;
  private static final List<String> EVERYWHERE = List.of("0.0.0.0/0", "::/0");

  private final String service;

  /** The kubelet's probe of the service. */
  private final RequestMatch probe;

  private final List<Route> routes = new ArrayList<>();

  private LinkerdPolicies(Service service) {
    this.service = service.name();
    String ready = service.pages().ready();
    // The route replaces one that admits everything, so it must exist; no service has this path.
    this.probe = new RequestMatch("GET", ready.isEmpty() ? NO_PAGE : ready);
  }

  /** The objects of a policy, one YAML document each. */
  static List<String> of(PolicySettings settings, Topology topology) {
    return settings.policy().services().entrySet().stream()
        .map(it -> new LinkerdPolicies(topology.service(it.getKey())).compiled(it.getValue()))
        .flatMap(List::stream)
        .toList();
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
  record RequestMatch(String method, String path) {
    boolean within(Rule rule) {
      return (rule.methods().isEmpty() || rule.methods().contains(method))
          && (rule.paths().isEmpty() || rule.paths().stream().anyMatch(it -> covers(it, path)));
    }

    private static boolean covers(String pattern, String path) {
      return pattern.endsWith(Rule.ANY_END)
          ? path.startsWith(pattern.substring(0, pattern.length() - 1))
          : pattern.equals(path);
    }

    String type() {
      return path.endsWith(PREFIX) ? "PathPrefix" : "Exact";
    }

    String value() {
      String fixed = path.endsWith(PREFIX) ? path.substring(0, path.length() - 2) : path;
      return fixed.isEmpty() ? "/" : fixed;
    }
  }

  /**
   * Requests with the policies that admit them.
   *
   * @param rules matches, as many in each as Linkerd permits
   */
  private record Route(String name, List<List<RequestMatch>> rules, List<Grant> grants) {}

  /**
   * A policy, which admits callers that meet all of its requirements.
   *
   * @param identified whether callers need an identity of the mesh
   * @param callers their service accounts; empty for any
   * @param networks their address ranges; empty for any
   */
  private record Grant(
      String name,
      String route,
      boolean identified,
      Optional<List<String>> callers,
      Optional<List<String>> networks) {}

  private List<String> compiled(List<Rule> rules) {
    Map<Set<CallerSet>, List<RequestMatch>> requests = new LinkedHashMap<>();
    for (RequestMatch request : pairs(rules)) {
      Set<CallerSet> allowed =
          rules.stream()
              .filter(request::within)
              .map(CallerSet::of)
              .collect(Collectors.toCollection(LinkedHashSet::new));
      if (!allowed.isEmpty()) {
        requests.computeIfAbsent(allowed, unused -> new ArrayList<>()).add(request);
      }
    }
    int number = 0;
    for (Map.Entry<Set<CallerSet>, List<RequestMatch>> route : requests.entrySet()) {
      for (List<RequestMatch> part : parts(route.getValue(), MAX_MATCHES * MAX_RULES)) {
        number++;
        String name = service + "-" + number;
        List<Grant> grants = new ArrayList<>();
        for (CallerSet senders : route.getKey()) {
          String grant = name + "-" + (grants.size() + 1);
          grants.add(
              new Grant(grant, name, true, whole(senders.callers()), whole(senders.sources())));
        }
        add(name, part, grants);
      }
    }
    if (requests.values().stream()
        .flatMap(List::stream)
        .noneMatch(new RequestMatch("", PREFIX)::equals)) {
      add(service + "-rest", List.of(new RequestMatch("", PREFIX)), List.of());
    }
    String probes = service + "-probes";
    // It has the name of the manifest's policy that admits every request, and so replaces it.
    Grant all = new Grant(service, probes, false, Optional.empty(), Optional.of(EVERYWHERE));
    add(probes, List.of(probe), List.of(all));
    return TEMPLATE.objects(Map.of("service", service, "routes", routes), Map.of());
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

  private void add(String name, List<RequestMatch> matches, List<Grant> grants) {
    routes.add(new Route(name, parts(matches, MAX_MATCHES), grants));
  }

  private static <T> List<List<T>> parts(List<T> all, int most) {
    return Stream.iterate(0, start -> start < all.size(), start -> start + most)
        .map(start -> all.subList(start, Math.min(all.size(), start + most)))
        .toList();
  }
}
