package io.meshgauge.product.cilium;

import static io.meshgauge.product.ManifestTemplate.whole;

import io.meshgauge.policy.Rule;
import io.meshgauge.product.ManifestTemplate;
import io.meshgauge.product.PolicyFeature;
import io.meshgauge.product.PolicyLimits;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.topology.Placement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compiles rules to {@code CiliumNetworkPolicy}. Callers are identified by the labels of their
 * pods.
 */
final class CiliumPolicies {
  private static final ManifestTemplate TEMPLATE =
      new ManifestTemplate(CiliumPolicies.class, "policies.yaml.mustache");

  private static final Map<String, String> PORTS =
      Map.of("http", Integer.toString(Placement.HTTP), "grpc", Integer.toString(Placement.GRPC));

  /** What Cilium cannot express. */
  static final PolicyLimits UNSUPPORTED =
      PolicyLimits.without(
          Map.of(
              PolicyFeature.CLAIMS,
              "roles and claims, since Cilium reads no token",
              PolicyFeature.HOURS,
              "hours, for which Cilium has no condition",
              PolicyFeature.SOURCES,
              "sources, since Cilium identifies pods by their labels and not by their addresses",
              PolicyFeature.HEADER_PREFIXES,
              "prefixes of header values, since Cilium matches a whole value or any ('*')"));

  /** Header value that matches anything. */
  private static final String ANYTHING = Rule.ANY_END;

  /** Special characters of a regular expression, some of which occur in paths. */
  private static final Pattern MEANING = Pattern.compile("[.+*?()|\\[\\]{}^$\\\\]");

  private CiliumPolicies() {}

  /** The objects of a policy, one YAML document each. */
  static List<String> of(PolicySettings settings) {
    return settings.policy().services().entrySet().stream()
        .flatMap(it -> objects(it.getKey(), it.getValue()).stream())
        .toList();
  }

  private static List<String> objects(String service, List<Rule> rules) {
    return TEMPLATE.objects(
        Map.of(
            "service",
            service,
            "name",
            service,
            "rules",
            rules.stream().map(it -> new Ingress(it.callers(), requests(it))).toList()),
        PORTS);
  }

  private record Ingress(List<String> callers, List<Request> requests) {}

  /** Requests that match all of the texts that are not empty, and all of the headers. */
  private record Request(String method, String path, Optional<List<Header>> headerMatches) {}

  /**
   * A required header.
   *
   * @param value empty for any
   */
  private record Header(String name, Optional<String> value) {}

  /**
   * One HTTP rule for each combination of header values: Cilium requires all headers of a rule, and
   * any of the rules.
   */
  private static List<Request> requests(Rule rule) {
    List<List<Header>> choices = List.of(List.of());
    for (Map.Entry<String, List<String>> header : rule.headers().entrySet()) {
      choices =
          choices.stream()
              .flatMap(
                  chosen ->
                      header.getValue().stream()
                          .map(value -> Optional.of(value).filter(it -> !it.equals(ANYTHING)))
                          .map(value -> new Header(header.getKey(), value))
                          .map(it -> Stream.concat(chosen.stream(), Stream.of(it)).toList()))
              .toList();
    }
    String methods = String.join("|", rule.methods());
    String paths = rule.paths().stream().map(CiliumPolicies::path).collect(Collectors.joining("|"));
    return choices.stream().map(it -> new Request(methods, paths, whole(it))).toList();
  }

  /** Envoy matches it against the whole path, including the query. */
  private static String path(String path) {
    boolean beginning = path.endsWith(Rule.ANY_END);
    String fixed = beginning ? path.substring(0, path.length() - 1) : path;
    return MEANING.matcher(fixed).replaceAll("\\\\$0") + (beginning ? ".*" : "(\\?.*)?");
  }
}
