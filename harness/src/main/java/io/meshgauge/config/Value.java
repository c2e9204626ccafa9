package io.meshgauge.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A node of a configuration tree that remembers where it was written. */
sealed interface Value {

  /** Where the value begins. */
  Place place();

  /** What it is, in words, for messages. */
  String words();

  /** A text, number or truth value, as written. */
  record Scalar(String text, Place place) implements Value {
    @Override
    public String words() {
      return "\"" + text + "\"";
    }
  }

  /** Nothing was written behind the key. */
  record Empty(Place place) implements Value {
    @Override
    public String words() {
      return "nothing";
    }
  }

  /** A list. */
  record Sequence(List<Value> items, Place place) implements Value {
    public Sequence {
      items = List.copyOf(items);
    }

    @Override
    public String words() {
      return items.stream().map(Value::words).collect(Collectors.joining(", ", "the list [", "]"));
    }
  }

  /** Keys with values, in the order written. */
  record Mapping(Map<String, Entry> entries, Place place) implements Value {
    public Mapping {
      entries = new LinkedHashMap<>(entries);
    }

    @Override
    public String words() {
      return entries.isEmpty()
          ? "an empty mapping"
          : "a mapping with the keys " + String.join(", ", entries.keySet());
    }
  }

  /** What stands behind a key, and where the key stands. */
  record Entry(Place key, Value value) {}
}
