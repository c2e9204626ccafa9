package io.meshgauge.observer;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Requests and answers as JSON. */
final class Messages {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Messages() {}

  static byte[] write(Object message) {
    return MAPPER.writeValueAsBytes(message);
  }

  /**
   * Reads a message.
   *
   * @throws ObserverException if it is invalid; its text is not quoted, since it may contain keys
   */
  static <T> T read(byte[] json, Class<T> type) {
    try {
      return MAPPER.readValue(json, type);
    } catch (JacksonException e) {
      throw new ObserverException(
          "unreadable %s at line %s; are harness and observer of the same build?"
              .formatted(
                  type.getSimpleName(),
                  e.getLocation() == null ? "?" : e.getLocation().getLineNr()),
          e);
    }
  }

  /**
   * Body of every answer with a status other than 200.
   *
   * @param error what happened, what was expected
   */
  record Failure(String error) {}
}
