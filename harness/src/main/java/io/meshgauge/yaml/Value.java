package io.meshgauge.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A node of a YAML tree with its position. */
public sealed interface Value {

  /** Where the value begins. */
  Place place();

  /** Kind and content, for messages. */
  String describe();

  /** Texts, lists, maps and values that come from one place, which has no lines. */
  static Value of(Object tree, Place place) {
    if (tree instanceof Map<?, ?> map) {
      return mapping(map, place);
    }
    if (tree instanceof List<?> list) {
      return new Sequence(list.stream().map(it -> of(it, place)).toList(), place);
    }
    return tree instanceof Value value ? value : new Scalar(tree.toString(), place);
  }

  /** Such a map. */
  static Mapping mapping(Map<?, ?> tree, Place place) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    tree.forEach((key, value) -> entries.put(key.toString(), new Entry(place, of(value, place))));
    return new Mapping(entries, place);
  }

  /** A text, number or boolean, as written. */
  record Scalar(String text, Place place) implements Value {
    @Override
    public String describe() {
      return "\"" + text + "\"";
    }
  }

  /** A key without a value, or null. */
  record Empty(Place place) implements Value {
    @Override
    public String describe() {
      return "nothing";
    }
  }

  /** A list. */
  record Sequence(List<Value> items, Place place) implements Value {
    public Sequence {
      items = List.copyOf(items);
    }

    @Override
    public String describe() {
      return items.stream()
          .map(Value::describe)
          .collect(Collectors.joining(", ", "the list [", "]"));
    }
  }

  /** Keys with values, in the order written. */
  record Mapping(Map<String, Entry> entries, Place place) implements Value {
    public Mapping {
      entries = new LinkedHashMap<>(entries);
    }

    /** The values by key, in the order written. */
    public Map<String, Value> values() {
      Map<String, Value> values = new LinkedHashMap<>();
      entries.forEach((key, entry) -> values.put(key, entry.value()));
      return values;
    }

    @Override
    public String describe() {
      return entries.isEmpty()
          ? "an empty mapping"
          : "a mapping with the keys " + String.join(", ", entries.keySet());
    }
  }

  /** The value of a key, and the position of the key. */
  record Entry(Place key, Value value) {}
}
