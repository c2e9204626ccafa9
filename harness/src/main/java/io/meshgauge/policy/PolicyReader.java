package io.meshgauge.policy;

import io.meshgauge.policy.Policy.Kind;
import io.meshgauge.topology.Topology;
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
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** The reader of policy files: goes on after a problem, so that all are told at once. */
final class PolicyReader {
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

  /** The same, or a star alone: it is enough that there is one. */
  private static final Pattern ANY_TEXT = Pattern.compile("\\*|" + TEXT);

  private static final Pattern RANGE =
      Pattern.compile(
          "((25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1?\\d?\\d)/(3[0-2]|[12]?\\d)");

  private final Tree tree;

  PolicyReader(String source) {
    this.tree = new Tree(source);
  }

  /**
   * The policy a text holds.
   *
   * @throws PolicyException with all that is wrong with it
   */
  Policy read(String text) {
    Optional<MappingNode> top = tree.parse(text);
    Map<String, Node> keys =
        top.map(it -> tree.keys(it, List.of("kind", "services"))).orElse(Map.of());
    Kind kind = kind(top, keys);
    Map<String, List<Rule>> services = new LinkedHashMap<>();
    if (keys.get("services") instanceof MappingNode mapping) {
      tree.keys(mapping, Topology.SAMPLE_SERVICES.services())
          .forEach((service, rules) -> services.put(service, rules(service, rules, kind)));
    } else if (top.isPresent()) {
      tree.wrong(
          keys.getOrDefault("services", top.get()),
          "no rules by service",
          "services: with one of %s in it".formatted(Topology.SAMPLE_SERVICES.services()));
    }
    tree.refuseIfAny();
    return new Policy(kind, services);
  }

  private Kind kind(Optional<MappingNode> top, Map<String, Node> keys) {
    if (top.isEmpty()) {
      return Kind.ABAC;
    }
    String word = keys.containsKey("kind") ? tree.text(keys.get("kind")).orElse("") : "";
    for (Kind kind : Kind.values()) {
      if (kind.key().equals(word)) {
        return kind;
      }
    }
    tree.wrong(
        keys.getOrDefault("kind", top.get()),
        word.isEmpty() ? "no kind" : "the kind \"%s\"".formatted(word),
        "kind: rbac or kind: abac");
    return Kind.ABAC;
  }

  private List<Rule> rules(String service, Node node, Kind kind) {
    List<Rule> rules = new ArrayList<>();
    if (!(node instanceof SequenceNode list)) {
      tree.wrong(node, "%s is no list".formatted(service), "a list of rules, or [] for no caller");
      return rules;
    }
    Set<String> names = new HashSet<>();
    for (Node item : list.getValue()) {
      if (item instanceof MappingNode mapping) {
        Rule rule = rule(mapping, kind, rules.size() + 1);
        if (!names.add(rule.name())) {
          tree.wrong(
              item, "a second rule \"%s\" of %s".formatted(rule.name(), service), "each name once");
        }
        rules.add(rule);
      } else {
        tree.wrong(item, "a rule without keys", "some of " + String.join(", ", known(kind)));
      }
    }
    return rules;
  }

  private static List<String> known(Kind kind) {
    return kind == Kind.RBAC ? BY_ROLE : BY_ATTRIBUTE;
  }

  private Rule rule(MappingNode mapping, Kind kind, int number) {
    Map<String, Node> keys = tree.keys(mapping, known(kind));
    String name = "rule-" + number;
    if (keys.containsKey("name")) {
      name = checked(keys.get("name"), NAME, "a name of a-z, 0-9 and -").orElse(name);
    }
    if (keys.keySet().stream().allMatch("name"::equals)) {
      tree.wrong(
          mapping,
          "the rule \"%s\" asks for nothing and would allow everything".formatted(name),
          "some of " + String.join(", ", known(kind).subList(1, known(kind).size())));
    }
    SortedMap<String, List<String>> claims = map(keys.get("claims"), CLAIM, TEXT, "a claim");
    if (claims.containsKey(Rule.ROLES)) {
      tree.wrong(keys.get("claims"), "roles among the claims", "roles: as a key of the rule");
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

  private List<String> callers(@Nullable Node node) {
    List<String> workloads = new ArrayList<>(Topology.SAMPLE_SERVICES.services());
    workloads.add(Topology.LOAD);
    String expected = "one of " + String.join(", ", workloads);
    Pattern known = Pattern.compile(String.join("|", workloads));
    return list(node, known, expected);
  }

  private List<String> list(@Nullable Node node, Pattern pattern, String expected) {
    if (node == null) {
      return List.of();
    }
    List<Node> items = node instanceof SequenceNode list ? list.getValue() : List.of(node);
    if (items.isEmpty()) {
      tree.wrong(node, "an empty list", "at least one value, or no such key");
    }
    return items.stream().flatMap(item -> checked(item, pattern, expected).stream()).toList();
  }

  private SortedMap<String, List<String>> map(
      @Nullable Node node, Pattern name, Pattern value, String expected) {
    SortedMap<String, List<String>> map = new TreeMap<>();
    if (node == null) {
      return map;
    }
    if (!(node instanceof MappingNode mapping)) {
      tree.wrong(node, "no keys with values", expected + " with its values");
      return map;
    }
    tree.keys(mapping, List.of())
        .forEach(
            (key, values) -> {
              if (!name.matcher(key).matches()) {
                tree.wrong(values, "the name \"%s\"".formatted(key), expected);
              }
              map.put(key, list(values, value, "a text, with * at its end or nowhere"));
            });
    return map;
  }

  private Optional<Hours> hours(@Nullable Node node) {
    if (node == null) {
      return Optional.empty();
    }
    Optional<Hours> hours = Optional.empty();
    if (node instanceof MappingNode mapping) {
      Map<String, Node> keys = tree.keys(mapping, List.of("from", "until"));
      if (keys.keySet().equals(Set.of("from", "until"))) {
        hours =
            Hours.between(
                tree.text(keys.get("from")).orElse(""), tree.text(keys.get("until")).orElse(""));
      }
    }
    if (hours.isEmpty()) {
      tree.wrong(
          node,
          "no hours of a day",
          "{from: \"08:00\", until: \"18:00\"} in UTC, from 00:00 until 24:00, in quotes");
    }
    return hours;
  }

  private Optional<String> checked(Node node, Pattern pattern, String expected) {
    Optional<String> text = tree.text(node);
    if (node instanceof ScalarNode && text.filter(it -> pattern.matcher(it).matches()).isEmpty()) {
      tree.wrong(node, "\"%s\"".formatted(text.orElse("")), expected);
      return Optional.empty();
    }
    return text;
  }
}
