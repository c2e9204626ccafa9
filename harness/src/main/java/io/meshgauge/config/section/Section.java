package io.meshgauge.config.section;

import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads a mapping key by key: unknown keys and wrong types become problems, and their values are
 * empty.
 */
public final class Section {
  private final Value.Mapping mapping;
  private final Keys keys;
  private final Problems problems;

  private Section(Value.Mapping mapping, Keys keys, Problems problems) {
    this.mapping = mapping;
    this.keys = keys;
    this.problems = problems;
  }

  /** The section of a mapping with these keys. */
  public static Section of(Value.Mapping mapping, Keys keys, Problems problems) {
    problems.refuseUnknownKeys(mapping, keys.names());
    return new Section(mapping, keys, problems);
  }

  /** The section of a mapping with keys of these names. */
  public static Section of(Value.Mapping mapping, List<String> names, Problems problems) {
    Keys keys = new Keys("an entry");
    names.forEach(name -> keys.key(name, Form.ANY));
    return of(mapping, keys, problems);
  }

  public Place place() {
    return mapping.place();
  }

  /** The names of the keys that are written, in their order. */
  public List<String> names() {
    return List.copyOf(mapping.entries().keySet());
  }

  /** Where a key has its value, or else where the section is. */
  public Place place(Key<?> key) {
    return value(key.name()).map(Value::place).orElse(place());
  }

  /** Whether a key has a value. */
  public boolean has(Key<?> key) {
    return value(key.name()).isPresent();
  }

  /** The value of a key; empty if it has none, or one that is a problem. */
  public <T> Optional<T> get(Key<T> key) {
    return get(key, key.form());
  }

  /** The value of a key by a form that depends on what else is written. */
  public <T> Optional<T> get(Key<?> key, Form<T> form) {
    return value(key.name()).flatMap(it -> form.read(key.name(), it, problems));
  }

  /** The value of a key, or else another one. */
  public <T> T get(Key<T> key, T otherwise) {
    return get(key).orElse(otherwise);
  }

  /** The values of all keys that have one, as texts. */
  public SortedMap<String, String> texts() {
    SortedMap<String, String> texts = new TreeMap<>();
    keys.all().forEach(key -> get(key).ifPresent(it -> texts.put(key.name(), it.toString())));
    return texts;
  }

  /** Whether a value is {@code none}, which removes a default. */
  public static boolean isNone(Value value) {
    return value instanceof Value.Scalar scalar && scalar.text().equals("none");
  }

  /** The value of a key that must be there. */
  public <T> Optional<T> require(Key<T> key) {
    if (!has(key)) {
      problems.wrong(
          place(),
          "%s without %s:".formatted(keys.owner(), key.name()),
          key.form().expected(),
          "add %s:".formatted(key.name()));
    }
    return get(key);
  }

  /** Adds a problem of the value of a key. */
  public void refuse(Key<?> key, String expected, String advice) {
    problems.wrong(
        place(key),
        "%s is %s".formatted(key.name(), value(key.name()).map(Value::describe).orElse("absent")),
        expected,
        advice);
  }

  /** The value of a key; empty if the key is absent or has no value. */
  public Optional<Value> value(String key) {
    return Optional.ofNullable(mapping.entries().get(key))
        .map(Value.Entry::value)
        .filter(value -> !(value instanceof Value.Empty));
  }

  /** The entries below a key, as written; none if there are none. */
  public Map<String, Value.Entry> entries(Key<?> key) {
    return mapping(key.name()).map(Value.Mapping::entries).orElse(Map.of());
  }

  /** A text, number or boolean, as written. */
  public Optional<Value.Scalar> scalar(String key, String expected) {
    return value(key).flatMap(value -> scalar(key, value, expected, problems));
  }

  /** A single value that is an entry of a list, or has a free key. */
  public static Optional<Value.Scalar> scalar(
      String name, Value value, String expected, Problems problems) {
    return Form.placed(expected).read(name, value, problems);
  }

  /** A nested mapping. */
  public Optional<Value.Mapping> mapping(String key) {
    return value(key).flatMap(value -> Form.MAPPING.read(key, value, problems));
  }

  /** A list; a single value is a list of one. */
  public List<Value> list(String key) {
    return value(key).flatMap(it -> Form.list(Form.ANY).read(key, it, problems)).orElse(List.of());
  }

  /** A boolean. */
  public Optional<Boolean> bool(String key) {
    return value(key).flatMap(it -> Form.BOOL.read(key, it, problems));
  }

  /** The free keys below {@code key}, each with a single value. */
  public static SortedMap<String, String> texts(String key, Section section, Problems problems) {
    return section
        .value(key)
        .flatMap(it -> Form.map(Form.TEXT).read(key, it, problems))
        .orElseGet(TreeMap::new);
  }

  /** A plain number, not negative. */
  public OptionalDouble number(String key) {
    return value(key)
        .flatMap(it -> Form.NUMBER.read(key, it, problems))
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  /** One of several names. */
  public <T> Optional<T> choice(String key, Map<String, T> choices) {
    return value(key).flatMap(it -> Form.choice(choices).read(key, it, problems));
  }
}
