package io.meshgauge.load;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One thing the load worker said.
 *
 * @param name for example {@code warmed}
 * @param fields the whole JSON object
 */
record WorkerEvent(String name, JsonNode fields) {
  private static final int MOST = 300;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * Reads one line.
   *
   * @throws IllegalArgumentException when it is no JSON object with an {@code event}
   */
  static WorkerEvent parse(String line) {
    try {
      JsonNode fields = JSON.readTree(line);
      if (fields == null || !fields.isObject() || !fields.path("event").isString()) {
        throw new IllegalArgumentException("no JSON object with an \"event\"");
      }
      return new WorkerEvent(fields.path("event").stringValue(), fields);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not JSON", e);
    }
  }

  /** A whole number; a missing one or another type is a broken contract. */
  long number(String field) {
    JsonNode value = fields.path(field);
    if (!value.isNumber()) {
      throw new LoadException(
          "the load worker's event '%s' has no number '%s': %s"
              .formatted(shortened(name), field, shortened(fields.toString())));
    }
    return Math.round(value.doubleValue());
  }

  private static String shortened(String text) {
    return text.length() > MOST ? text.substring(0, MOST) + "…" : text;
  }

  /** A number with a fraction. */
  double decimal(String field) {
    number(field);
    return fields.path(field).doubleValue();
  }

  /** A text, or words that say there is none. */
  String text(String field) {
    return fields.path(field).isString() ? fields.path(field).stringValue() : "(no " + field + ")";
  }
}
