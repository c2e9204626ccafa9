package io.meshgauge.policy;

import io.meshgauge.policy.Policy.Kind;
import io.meshgauge.topology.Topology;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import io.meshgauge.yaml.YamlReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads policy files, and continues after a problem, so that all are reported at once. */
final class PolicyReader {
  private static final YamlReader.Format FORMAT =
      new YamlReader.Format("policy", "kind: and services:", "k8s/policy/README.md", 1 << 20, 8, 0);

  private static final List<String> BY_ROLE =
      List.of("name", "callers", "methods", "paths", Rule.ROLES);
  private static final List<String> BY_ATTRIBUTE =
      List.of(
          "name",
          "callers",
          "methods",
          "paths",
          Rule.ROLES,
          "claims",
          "headers",
          "sources",
          "hours");

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");
  private static final Pattern METHOD = Pattern.compile("[A-Z]{1,20}");
  private static final Pattern PATH = Pattern.compile("/[^*?#\\s]*\\*?");
  private static final Pattern CLAIM = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");
  private static final Pattern HEADER = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");
  private static final Pattern TEXT = Pattern.compile("[^*\\p{Cntrl}]+\\*?");

  /** Like {@link #TEXT}; a star alone matches any value that is present. */
  private static final Pattern ANY_TEXT = Pattern.compile("\\*|" + TEXT);

  private static final Pattern RANGE =
      Pattern.compile(
          "((25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1?\\d?\\d)/(3[0-2]|[12]?\\d)");

  private final String source;
  private final List<String> known;
  private final Problems problems = new Problems();

  /**
   * @param services the ones that rules may be for, and that may be callers; empty: any
   */
  PolicyReader(String source, List<String> services) {
    this.source = source;
    this.known = services;
  }

  /**
   * Reads the text of a file.
   *
   * @throws InvalidInputException with all problems
   */
  Policy read(String text) {
    Optional<Value.Mapping> file = new YamlReader(source, FORMAT, problems).read(text);
    problems.refuseIfAny();
    Value.Mapping top = file.orElseThrow();
    if (top.entries().isEmpty()) {
      wrong(top, "no policy in it", FORMAT.keys());
      problems.refuseIfAny();
    }
    Map<String, Value> keys = keys(top, List.of("kind", "services"));
    Kind kind = kind(top, keys);
    Map<String, List<Rule>> services = new LinkedHashMap<>();
    if (keys.get("services") instanceof Value.Mapping mapping) {
      services(mapping)
          .forEach((service, rules) -> services.put(service, rules(service, rules, kind)));
    } else {
      wrong(
          keys.getOrDefault("services", top),
          "no rules by service",
          "services: with the name of a service in it");
    }
    problems.refuseIfAny();
    return new Policy(kind, services);
  }

  private Map<String, Value> services(Value.Mapping mapping) {
    if (!known.isEmpty()) {
      return keys(mapping, known);
    }
    Map<String, Value> named = new LinkedHashMap<>();
    mapping
        .entries()
        .forEach(
            (service, entry) -> {
              if (NAME.matcher(service).matches()) {
                named.put(service, entry.value());
              } else {
                problems.wrong(
                    entry.key(),
                    "a service named \"%s\"".formatted(service),
                    "a name of a-z, 0-9 and -",
                    "see " + FORMAT.manual());
              }
            });
    return named;
  }

  private Map<String, Value> keys(Value.Mapping mapping, List<String> known) {
    problems.refuseUnknownKeys(mapping, known);
    Map<String, Value> values = new LinkedHashMap<>(mapping.values());
    values.keySet().retainAll(known);
    return values;
  }

  private void wrong(Value value, String found, String expected) {
    problems.wrong(value.place(), found, expected, "see " + FORMAT.manual());
  }

  private Kind kind(Value.Mapping top, Map<String, Value> keys) {
    String word = text(keys.get("kind")).orElse("");
    for (Kind kind : Kind.values()) {
      if (kind.key().equals(word)) {
        return kind;
      }
    }
    wrong(
        keys.getOrDefault("kind", top),
        word.isEmpty() ? "no kind" : "the kind \"%s\"".formatted(word),
        "kind: rbac or kind: abac");
    return Kind.ABAC;
  }

  private List<Rule> rules(String service, Value node, Kind kind) {
    List<Rule> rules = new ArrayList<>();
    if (!(node instanceof Value.Sequence list)) {
      wrong(node, "%s is no list".formatted(service), "a list of rules, or [] for no caller");
      return rules;
    }
    Set<String> names = new HashSet<>();
    for (Value item : list.items()) {
      if (item instanceof Value.Mapping mapping) {
        Rule rule = rule(mapping, kind, rules.size() + 1);
        if (!names.add(rule.name())) {
          wrong(
              item, "a second rule \"%s\" of %s".formatted(rule.name(), service), "each name once");
        }
        rules.add(rule);
      } else {
        wrong(item, "a rule without keys", "some of " + String.join(", ", known(kind)));
      }
    }
    return rules;
  }

  private static List<String> known(Kind kind) {
    return kind == Kind.RBAC ? BY_ROLE : BY_ATTRIBUTE;
  }

  private Rule rule(Value.Mapping mapping, Kind kind, int number) {
    Map<String, Value> keys = keys(mapping, known(kind));
    String name = "rule-" + number;
    if (keys.containsKey("name")) {
      name = checked(keys.get("name"), NAME, "a name of a-z, 0-9 and -").orElse(name);
    }
    if (keys.keySet().stream().allMatch("name"::equals)) {
      wrong(
          mapping,
          "the rule \"%s\" asks for nothing and would allow everything".formatted(name),
          "some of " + String.join(", ", known(kind).subList(1, known(kind).size())));
    }
    Value written = keys.get("claims");
    SortedMap<String, List<String>> claims = map(written, CLAIM, TEXT, "a claim");
    if (written != null && claims.containsKey(Rule.ROLES)) {
      wrong(written, "roles among the claims", "roles: as a key of the rule");
    }
    List<String> roles = list(keys.get(Rule.ROLES), TEXT, "a role");
    if (!roles.isEmpty()) {
      claims.put(Rule.ROLES, roles);
    }
    return new Rule(
        name,
        callers(keys.get("callers")),
        list(keys.get("methods"), METHOD, "a method in capitals, such as GET"),
        list(keys.get("paths"), PATH, "a path from /, with * at its end or nowhere"),
        claims,
        map(keys.get("headers"), HEADER, ANY_TEXT, "a header's name in lower case"),
        list(keys.get("sources"), RANGE, "a range of addresses, such as 10.0.0.0/8"),
        hours(keys.get("hours")).orElse(null));
  }

  private List<String> callers(@Nullable Value node) {
    if (known.isEmpty()) {
      return list(node, NAME, "the name of a workload");
    }
    List<String> workloads = new ArrayList<>(known);
    workloads.add(Topology.LOAD);
    String expected = "one of " + String.join(", ", workloads);
    Pattern known = Pattern.compile(String.join("|", workloads));
    return list(node, known, expected);
  }

  private List<String> list(@Nullable Value node, Pattern pattern, String expected) {
    if (node == null) {
      return List.of();
    }
    List<Value> items = node instanceof Value.Sequence list ? list.items() : List.of(node);
    if (items.isEmpty()) {
      wrong(node, "an empty list", "at least one value, or no such key");
    }
    return items.stream().flatMap(item -> checked(item, pattern, expected).stream()).toList();
  }

  private SortedMap<String, List<String>> map(
      @Nullable Value node, Pattern name, Pattern value, String expected) {
    SortedMap<String, List<String>> map = new TreeMap<>();
    if (node == null) {
      return map;
    }
    if (!(node instanceof Value.Mapping mapping)) {
      wrong(node, "no keys with values", expected + " with its values");
      return map;
    }
    mapping
        .values()
        .forEach(
            (key, values) -> {
              if (!name.matcher(key).matches()) {
                wrong(values, "the name \"%s\"".formatted(key), expected);
              }
              map.put(key, list(values, value, "a text, with * at its end or nowhere"));
            });
    return map;
  }

  private Optional<Hours> hours(@Nullable Value node) {
    if (node == null) {
      return Optional.empty();
    }
    Optional<Hours> hours = Optional.empty();
    if (node instanceof Value.Mapping mapping) {
      Map<String, Value> keys = keys(mapping, List.of("from", "until"));
      if (keys.keySet().equals(Set.of("from", "until"))) {
        hours =
            Hours.between(text(keys.get("from")).orElse(""), text(keys.get("until")).orElse(""));
      }
    }
    if (hours.isEmpty()) {
      wrong(
          node,
          "no hours of a day",
          "{from: \"08:00\", until: \"18:00\"} in UTC, from 00:00 until 24:00, in quotes");
    }
    return hours;
  }

  /** The text of a single value; empty, with a problem added, when it is something else. */
  private Optional<String> text(@Nullable Value value) {
    if (value instanceof Value.Scalar scalar) {
      return Optional.of(scalar.text());
    }
    if (value instanceof Value.Sequence || value instanceof Value.Mapping) {
      wrong(value, "several values", "a single one");
    }
    return Optional.empty();
  }

  private Optional<String> checked(Value value, Pattern pattern, String expected) {
    Optional<String> text = value instanceof Value.Empty ? Optional.of("") : text(value);
    if (text.isPresent() && !pattern.matcher(text.get()).matches()) {
      wrong(value, "\"%s\"".formatted(text.get()), expected);
      return Optional.empty();
    }
    return text;
  }
}
