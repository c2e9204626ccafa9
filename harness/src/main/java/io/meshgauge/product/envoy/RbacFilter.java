package io.meshgauge.product.envoy;

import io.meshgauge.policy.Hours;
import io.meshgauge.policy.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  /** Metadata namespace in which {@code jwt_authn} stores the payload of a token. */
  static final String TOKENS = "envoy.filters.http.jwt_authn";

  private static final String PAYLOAD = "payload";
  private static final String RULES = "rules";
  private static final int HOUR = 60;

  /**
   * The filter before a service.
   *
   * @param enforced false: what it decides is counted and not carried out, Envoy's dry run
   */
  Map<String, Object> filter(List<Rule> rules, boolean enforced) {
    Map<String, Object> policies = new LinkedHashMap<>();
    for (Rule rule : rules) {
      // Envoy evaluates policies in the order of their names.
      policies.put("%05d-%s".formatted(policies.size(), rule.name()), policy(rule));
    }
    return named(
        Map.of(enforced ? RULES : "shadow_rules", Map.of("action", "ALLOW", "policies", policies)));
  }

  /**
   * A filter that refuses one path and nothing else.
   *
   * @param counts name prefix of its counters, which are separate from those of other filters
   */
  static Map<String, Object> denying(String path, String counts) {
    Map<String, Object> policy =
        Map.of(
            "permissions",
            List.of(Map.of("url_path", Map.of("path", text(path)))),
            "principals",
            List.of(Map.of("any", true)));
    return named(
        Map.of(
            RULES,
            Map.of("action", "DENY", "policies", Map.of(counts, policy)),
            "rules_stat_prefix",
            counts + "."));
  }

  private static Map<String, Object> named(Map<String, Object> config) {
    Map<String, Object> typed = new LinkedHashMap<>();
    typed.put("@type", "type.googleapis.com/envoy.extensions.filters.http.rbac.v3.RBAC");
    typed.putAll(config);
    return Map.of("name", "envoy.filters.http.rbac", "typed_config", typed);
  }

  private Map<String, Object> policy(Rule rule) {
    Map<String, Object> policy = new LinkedHashMap<>();
    policy.put("permissions", List.of(permission(rule)));
    policy.put("principals", List.of(who(rule)));
    rule.window().ifPresent(hours -> policy.put("condition", within(hours)));
    return policy;
  }

  private static Map<String, Object> permission(Rule rule) {
    List<Object> all = new ArrayList<>();
    any(all, rule.methods(), method -> header(":method", method));
    any(all, rule.paths(), path -> Map.of("url_path", Map.of("path", text(path))));
    rule.headers().forEach((name, values) -> any(all, values, value -> header(name, value)));
    return all.isEmpty() ? Map.of("any", true) : Map.of("and_rules", Map.of(RULES, all));
  }

  private static void any(
      List<Object> all, List<String> values, Function<String, Map<String, Object>> matcher) {
    if (!values.isEmpty()) {
      all.add(Map.of("or_rules", Map.of(RULES, values.stream().map(matcher).toList())));
    }
  }

  private Map<String, Object> who(Rule rule) {
    List<Object> all = new ArrayList<>();
    if (principal != null) {
      one(
          all,
          rule.callers(),
          caller ->
              Map.of(
                  "authenticated",
                  Map.of("principal_name", Map.of("exact", principal.apply(caller)))));
    }
    one(all, rule.sources(), range -> Map.of("direct_remote_ip", range(range)));
    rule.claims().forEach((claim, values) -> one(all, values, value -> claim(claim, value)));
    return all.isEmpty() ? Map.of("any", true) : Map.of("and_ids", Map.of("ids", all));
  }

  private static void one(
      List<Object> all, List<String> values, Function<String, Map<String, Object>> matcher) {
    if (!values.isEmpty()) {
      all.add(Map.of("or_ids", Map.of("ids", values.stream().map(matcher).toList())));
    }
  }

  private static Map<String, Object> header(String name, String value) {
    // Envoy rejects an empty prefix.
    return value.equals(Rule.ANY_END)
        ? Map.of("header", Map.of("name", name, "present_match", true))
        : Map.of("header", Map.of("name", name, "string_match", text(value)));
  }

  /** Matches a claim that is a text, or a list that contains the text. */
  private static Map<String, Object> claim(String name, String value) {
    Map<String, Object> text = Map.of("string_match", text(value));
    Map<String, Object> matcher =
        Map.of(
            "filter",
            TOKENS,
            "path",
            List.of(Map.of("key", PAYLOAD), Map.of("key", name)),
            "value",
            Map.of(
                "or_match",
                Map.of(
                    "value_matchers",
                    List.of(text, Map.of("list_match", Map.of("one_of", text))))));
    return Map.of("sourced_metadata", Map.of("metadata_matcher", matcher));
  }

  private static Map<String, Object> text(String value) {
    return value.endsWith(Rule.ANY_END)
        ? Map.of("prefix", value.substring(0, value.length() - 1))
        : Map.of("exact", value);
  }

  private static Map<String, Object> range(String range) {
    int slash = range.indexOf('/');
    return Map.of(
        "address_prefix",
        range.substring(0, slash),
        "prefix_len",
        Integer.parseInt(range.substring(slash + 1)));
  }

  /** Matches when the minute of the day in UTC is in the range, start included and end excluded. */
  private static Map<String, Object> within(Hours hours) {
    Map<String, Object> begun = call("_>=_", minute(), number(hours.from()));
    Map<String, Object> open = call("_<_", minute(), number(hours.until()));
    return call(hours.overMidnight() ? "_||_" : "_&&_", begun, open);
  }

  private static Map<String, Object> minute() {
    return call("_+_", call("_*_", clock("getHours"), number(HOUR)), clock("getMinutes"));
  }

  private static Map<String, Object> clock(String part) {
    Map<String, Object> time =
        Map.of(
            "select_expr",
            Map.of("operand", Map.of("ident_expr", Map.of("name", "request")), "field", "time"));
    return Map.of("call_expr", Map.of("target", time, "function", part));
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // List.of only reads the array
  private static Map<String, Object> call(String function, Map<String, Object>... arguments) {
    return Map.of("call_expr", Map.of("function", function, "args", List.of(arguments)));
  }

  private static Map<String, Object> number(int value) {
    return Map.of("const_expr", Map.of("int64_value", value));
  }
}
