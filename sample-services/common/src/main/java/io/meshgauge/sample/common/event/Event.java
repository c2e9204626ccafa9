package io.meshgauge.sample.common.event;

/**
 * Something that happened in a service, as logging keeps it.
 *
 * @param id unique over all services and replicas, 1 to 128 characters
 * @param epochMicros when it happened, microseconds since 1970
 * @param source the replica it happened in, 1 to 128 characters
 * @param kind what happened, for example {@code order-placed}, 1 to 128 characters
 * @param orderId the order it concerns, at most 128 characters
 * @param subject on whose behalf, at most 256 characters
 * @param amountCents the amount concerned
 * @param trace the request's traceparent, empty when it had none, at most 256 characters
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

  private static final int NAME = 128;
  private static final int TEXT = 256;

  /** Refuses missing and overlong texts. */
  public Event {
    require("id", id, 1, NAME);
    require("source", source, 1, NAME);
    require("kind", kind, 1, NAME);
    require("orderId", orderId, 0, NAME);
    require("subject", subject, 0, TEXT);
    require("trace", trace, 0, TEXT);
  }

  private static void require(String field, String text, int min, int max) {
    if (text == null || text.length() < min || text.length() > max) {
      throw new IllegalArgumentException(
          "event field '%s' has %s characters, expected %d to %d"
              .formatted(field, text == null ? "no" : text.length(), min, max));
    }
  }
}
