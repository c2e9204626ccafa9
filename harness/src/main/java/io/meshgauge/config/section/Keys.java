package io.meshgauge.config.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The keys of a section, declared once: files are read by them, and the tables of keys and the JSON
 * schema are written from them. Complete once the class that declares it is initialized.
 */
public final class Keys {
  private final String owner;
  private final List<Key<?>> all = new ArrayList<>();

  /**
   * @param owner what has these keys, for messages: {@code a call}
   */
  public Keys(String owner) {
    this.owner = owner;
  }

  /** Keys that another section has, too. */
  public static Keys of(String owner, Key<?>... keys) {
    Keys of = new Keys(owner);
    of.all.addAll(List.of(keys));
    return of;
  }

  /** Declares a key. */
  public <T> Key<T> key(String name, Form<T> form) {
    Key<T> key = new Key<>(name, form);
    all.add(key);
    return key;
  }

  /** What has these keys. */
  public String owner() {
    return owner;
  }

  /** All keys as declared. */
  public List<Key<?>> all() {
    return List.copyOf(all);
  }

  /** The names of all keys as declared. */
  public List<String> names() {
    return all.stream().<String>map(Key::name).toList();
  }

  /** The JSON schema of the section; a key without a value is none. */
  public Map<String, ?> schema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Key<?> key : all) {
      properties.put(key.name(), orNull(key.form().schema()));
    }
    return Map.of("type", "object", "properties", properties, "additionalProperties", false);
  }

  private static Map<String, ?> orNull(Map<String, ?> schema) {
    Object type = schema.get("type");
    if (type == null) {
      return Map.of("anyOf", List.of(schema, Map.of("type", "null")));
    }
    List<Object> types = new ArrayList<>(type instanceof List<?> several ? several : List.of(type));
    types.add("null");
    Map<String, Object> more = new LinkedHashMap<>(schema);
    more.put("type", types);
    return more;
  }
}
