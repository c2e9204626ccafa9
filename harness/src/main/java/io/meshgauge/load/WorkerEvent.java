package io.meshgauge.load;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An event of the load worker.
 *
 * @param name for example {@code warmed}
 * @param fields the whole JSON object
 */
record WorkerEvent(String name, JsonNode fields) {
  private static final int MAX_QUOTED_CHARS = 300;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * Reads one line.
   *
   * @throws IllegalArgumentException if it is not a JSON object with an {@code event}
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

  /**
   * A whole number.
   *
   * @throws LoadException if it is missing or not a number
   */
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
    return text.length() > MAX_QUOTED_CHARS ? text.substring(0, MAX_QUOTED_CHARS) + "…" : text;
  }

  /** A decimal number. */
  double decimal(String field) {
    number(field);
    return fields.path(field).doubleValue();
  }

  /** A text, or a note that it is missing. */
  String text(String field) {
    return fields.path(field).isString() ? fields.path(field).stringValue() : "(no " + field + ")";
  }
}
