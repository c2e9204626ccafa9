package io.meshgauge.sample.common.event;

/**
 * An event in a service, as stored by logging.
 *
 * @param id unique over all services and replicas, 1 to 128 characters
 * @param epochMicros when it happened, microseconds since 1970
 * @param source the replica, 1 to 128 characters
 * @param kind of the event, for example {@code order-placed}, 1 to 128 characters
 * @param orderId the order it concerns, at most 128 characters
 * @param subject of the request, at most 256 characters
 * @param amountCents the amount concerned
 * @param trace the request's traceparent, empty if it had none, at most 256 characters
 */
public record Event(
    String id,
    long epochMicros,
    String source,
    String kind,
    String orderId,
    String subject,
    long amountCents,
    String trace) {

  private static final int MAX_NAME_CHARS = 128;
  private static final int MAX_TEXT_CHARS = 256;

  /** Checks the lengths of all texts. */
  public Event {
    require("id", id, 1, MAX_NAME_CHARS);
    require("source", source, 1, MAX_NAME_CHARS);
    require("kind", kind, 1, MAX_NAME_CHARS);
    require("orderId", orderId, 0, MAX_NAME_CHARS);
    require("subject", subject, 0, MAX_TEXT_CHARS);
    require("trace", trace, 0, MAX_TEXT_CHARS);
  }

  private static void require(String field, String text, int min, int max) {
    if (text == null || text.length() < min || text.length() > max) {
      throw new IllegalArgumentException(
          "event field '%s' has %s characters, expected %d to %d"
              .formatted(field, text == null ? "no" : text.length(), min, max));
    }
  }
}
