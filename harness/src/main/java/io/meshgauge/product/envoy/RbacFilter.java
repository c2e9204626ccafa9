package io.meshgauge.product.envoy;

import static io.meshgauge.product.ManifestTemplate.whole;

import io.meshgauge.policy.Hours;
import io.meshgauge.policy.Rule;
import io.meshgauge.product.ManifestTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compiles rules to Envoy's filter {@code envoy.filters.http.rbac}: a list of what is allowed.
 *
 * <p>Claims are read from the metadata in which {@code jwt_authn} stores the payload of the
 * verified token. Hours become a CEL condition, because the filter has no matcher for them.
 *
 * @param principal the name in the certificate of a workload; null without certificates, in which
 *     case callers in rules are ignored
 */
record RbacFilter(@Nullable Function<String, String> principal) {
  private static final ManifestTemplate TEMPLATE =
      new ManifestTemplate(RbacFilter.class, "rbac.yaml.mustache");

  /**
   * The filter before a service, as YAML.
   *
   * @param enforced false: what it decides is counted and not carried out, Envoy's dry run
   */
  String filter(List<Rule> rules, boolean enforced) {
    List<Policy> policies = new ArrayList<>();
    for (Rule rule : rules) {
      // Envoy evaluates policies in the order of their names.
      policies.add(policy("%05d-%s".formatted(policies.size(), rule.name()), rule));
    }
    return TEMPLATE
        .objects(Map.of("policies", policies), Map.of("rules", enforced ? "rules" : "shadow_rules"))
        .get(0);
  }

  private Policy policy(String name, Rule rule) {
    List<List<Matcher>> requests = new ArrayList<>();
    requests.add(rule.methods().stream().map(it -> Matcher.header(":method", it)).toList());
    requests.add(rule.paths().stream().map(Matcher::path).toList());
    rule.headers()
        .forEach(
            (header, values) ->
                requests.add(values.stream().map(it -> Matcher.header(header, it)).toList()));
    requests.removeIf(List::isEmpty);
    List<String> callers =
        principal == null ? List.of() : rule.callers().stream().map(principal).toList();
    List<Claim> claims =
        rule.claims().entrySet().stream()
            .map(it -> new Claim(it.getKey(), it.getValue().stream().map(Matcher::text).toList()))
            .toList();
    return new Policy(
        name,
        whole(requests),
        whole(callers),
        whole(rule.sources().stream().map(Range::of).toList()),
        claims,
        rule.window().map(Window::of));
  }

  /**
   * A rule.
   *
   * @param requests for each attribute of a request the values that match
   */
  record Policy(
      String name,
      Optional<List<List<Matcher>>> requests,
      Optional<List<String>> callers,
      Optional<List<Range>> sources,
      List<Claim> claims,
      Optional<Window> window) {
    boolean anyone() {
      return callers.isEmpty() && sources.isEmpty() && claims.isEmpty();
    }
  }

  /**
   * Matches a header or, without one, the path.
   *
   * @param match the name of its matcher
   */
  private record Matcher(Optional<String> header, String match, Object value) {
    static Matcher header(String name, String value) {
      // Envoy rejects an empty prefix.
      return value.equals(Rule.ANY_END)
          ? new Matcher(Optional.of(name), "present_match", true)
          : new Matcher(Optional.of(name), "string_match", text(value));
    }

    static Matcher path(String path) {
      return new Matcher(Optional.empty(), "path", text(path));
    }

    static Map<String, String> text(String value) {
      return value.endsWith(Rule.ANY_END)
          ? Map.of("prefix", value.substring(0, value.length() - 1))
          : Map.of("exact", value);
    }
  }

  private record Claim(String claim, List<Map<String, String>> values) {}

  private record Range(String address, int bits) {
    static Range of(String range) {
      int slash = range.indexOf('/');
      return new Range(range.substring(0, slash), Integer.parseInt(range.substring(slash + 1)));
    }
  }

  /** A condition on the minute of the day, start included and end excluded. */
  private record Window(String function, List<Bound> bounds) {
    private record Bound(String comparison, int minute) {}

    static Window of(Hours hours) {
      return new Window(
          hours.overMidnight() ? "_||_" : "_&&_",
          List.of(new Bound("_>=_", hours.from()), new Bound("_<_", hours.until())));
    }
  }
}
