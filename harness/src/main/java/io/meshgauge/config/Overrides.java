package io.meshgauge.config;

import io.meshgauge.config.section.Layers;
import io.meshgauge.experiment.Plan;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The {@code -DNAME=VALUE} options, the topmost layer, over file or profile.
 *
 * @param values by name
 */
public record Overrides(SortedMap<String, String> values) {
  /** No override. */
  public static final Overrides NONE = new Overrides(new TreeMap<>());

  private static final String SLO = "slo.";
  private static final String PLANS = "plans";
  private static final String DURATION = "duration";
  private static final String RATE = "rate";
  private static final String KUBE = "kube.";

  /** The option that names the cluster. */
  public static final String CONTEXT = KUBE + "context";

  /** The option that allows loading a context whose name looks like production. */
  public static final String LOAD_ANYWAY = KUBE + "yes-load-this-cluster";

  /** The option that installs a missing mesh. */
  public static final String INSTALL_MESH = KUBE + "install-mesh";

  /** The path of each name in the tree. */
  private static final Map<String, List<String>> PATHS = paths();

  private static Map<String, List<String>> paths() {
    Map<String, List<String>> paths = new TreeMap<>();
    List.of("name", "platform", "seed").forEach(key -> paths.put(key, List.of(key)));
    ProtocolReader.KEYS.names().forEach(key -> paths.put(key, List.of("protocol", key)));
    paths.put("warmup", paths.remove("warmup-requests"));
    paths.remove("durations");
    paths.put(DURATION, List.of("protocol", "durations", PlansReader.OTHER));
    ClusterReader.KEYS.names().forEach(key -> paths.put(KUBE + key, List.of("kubernetes", key)));
    return paths;
  }

  public Overrides {
    values = new TreeMap<>(values);
  }

  /** All names, sorted, for help and messages. */
  public static List<String> names() {
    return Stream.concat(PATHS.keySet().stream(), Stream.of(PLANS, SLO + "METRIC"))
        .sorted()
        .toList();
  }

  /**
   * The overrides among system properties, as a build tool passes them; {@code name} is excluded
   * because build tools use it themselves.
   */
  public static Overrides among(Properties properties) {
    SortedMap<String, String> values = new TreeMap<>();
    for (String name : properties.stringPropertyNames()) {
      boolean known = PATHS.containsKey(name) || name.equals(PLANS) || name.startsWith(SLO);
      if (known && !name.equals("name") && !properties.getProperty(name).isBlank()) {
        values.put(name, properties.getProperty(name));
      }
    }
    return new Overrides(values);
  }

  /** Adds overrides; they replace those with the same name. */
  public Overrides and(Map<String, String> more) {
    SortedMap<String, String> all = new TreeMap<>(values);
    all.putAll(more);
    return new Overrides(all);
  }

  /** Merges the overrides over the tree; unknown names become problems. */
  Value.Mapping over(Value.Mapping tree, Problems problems) {
    Value.Mapping result = tree;
    for (Map.Entry<String, String> override : values.entrySet()) {
      Place place = Place.of("-D" + override.getKey());
      Value.Scalar value = new Value.Scalar(override.getValue().strip(), place);
      result = one(result, override.getKey(), value, problems);
    }
    return result;
  }

  private static Value.Mapping one(
      Value.Mapping tree, String name, Value.Scalar value, Problems problems) {
    if (name.equals(PLANS)) {
      return Layers.over(tree, branch(List.of(PLANS), plans(tree, value)));
    }
    if (name.startsWith(SLO)) {
      return Layers.over(tree, branch(List.of("slos", name.substring(SLO.length())), value));
    }
    if (!PATHS.containsKey(name)) {
      problems.wrong(
          value.place(),
          "unknown option -D" + name,
          "one of " + String.join(", ", names()),
          Nearest.advice(name, names()));
      return tree;
    }
    Value.Mapping below = name.equals(DURATION) ? withoutDurations(tree) : tree;
    return Layers.over(below, branch(PATHS.get(name), value));
  }

  private static Value.Mapping branch(List<String> path, Value value) {
    Value grown = value;
    for (int i = path.size() - 1; i >= 0; i--) {
      grown = Value.mapping(Map.of(path.get(i), grown), value.place());
    }
    return (Value.Mapping) grown;
  }

  /** The named plans, with the settings of those in the file. */
  private static Value plans(Value.Mapping tree, Value.Scalar names) {
    List<Value> plans = new ArrayList<>();
    Arrays.stream(names.text().split(","))
        .map(name -> new Value.Scalar(name.strip(), names.place()))
        .map(
            name ->
                listed(tree).stream()
                    .filter(p -> named(p, name))
                    .findFirst()
                    .or(() -> listed(tree).stream().flatMap(p -> atRate(p, name)).findFirst())
                    .orElse(name))
        .forEach(plans::add);
    return new Value.Sequence(plans, names.place());
  }

  private static List<Value> listed(Value.Mapping tree) {
    Value.Entry entry = tree.entries().get(PLANS);
    return entry != null && entry.value() instanceof Value.Sequence list ? list.items() : List.of();
  }

  /** The settings of a plan with several rates, for the one of them that a name says. */
  private static Stream<Value> atRate(Value plan, Value.Scalar name) {
    if (plan instanceof Value.Mapping mapping
        && mapping.values().get("name") instanceof Value.Scalar own
        && mapping.values().containsKey(RATE)
        && name.text().startsWith(own.text() + "-")) {
      Map<String, Object> settings = new LinkedHashMap<>(mapping.values());
      settings.remove(RATE);
      settings.put("name", name);
      return Stream.of(Value.mapping(settings, mapping.place()));
    }
    return Stream.empty();
  }

  private static boolean named(Value plan, Value.Scalar name) {
    if (plan instanceof Value.Mapping mapping) {
      Value.Entry entry = mapping.entries().get("name");
      return entry != null
          && entry.value() instanceof Value.Scalar own
          && Plan.current(own.text()).equals(Plan.current(name.text()));
    }
    return false;
  }

  /** Removes the durations of plans and {@code protocol.durations}, so that one applies to all. */
  private static Value.Mapping withoutDurations(Value.Mapping tree) {
    Map<String, Value.Entry> entries = new LinkedHashMap<>(tree.entries());
    List<Value> plans = listed(tree).stream().map(plan -> without(plan, DURATION)).toList();
    entries.computeIfPresent(
        PLANS,
        (key, entry) ->
            entry.value() instanceof Value.Sequence list
                ? new Value.Entry(entry.key(), new Value.Sequence(plans, list.place()))
                : entry);
    entries.computeIfPresent(
        "protocol",
        (key, entry) -> new Value.Entry(entry.key(), without(entry.value(), "durations")));
    return new Value.Mapping(entries, tree.place());
  }

  private static Value without(Value value, String key) {
    if (value instanceof Value.Mapping mapping) {
      Map<String, Value.Entry> entries = new LinkedHashMap<>(mapping.entries());
      entries.remove(key);
      return new Value.Mapping(entries, mapping.place());
    }
    return value;
  }
}
