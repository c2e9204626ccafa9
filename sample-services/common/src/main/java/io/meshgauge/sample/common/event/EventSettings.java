package io.meshgauge.sample.common.event;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How events travel ({@code meshgauge.events.*}).
 *
 * @param capacity events that may wait; more are dropped and counted; at least 1
 * @param batch most events in one request, 1 to 1000
 * @param linger how long the first event of a batch waits for company
 * @param backOff first pause after a failed request; doubles up to 50 times this; more than zero
 * @param flush longest time to send what waits when the service stops
 */
@ConfigurationProperties("meshgauge.events")
public record EventSettings(
    @DefaultValue("4096") int capacity,
    @DefaultValue("128") int batch,
    @DefaultValue("100ms") Duration linger,
    @DefaultValue("100ms") Duration backOff,
    @DefaultValue("3s") Duration flush) {

  /** Largest batch that logging takes. */
  public static final int MAX_BATCH = 1000;

  /** Refuses values outside the ranges above, naming the property. */
  public EventSettings {
    require(capacity >= 1, "capacity", capacity, "at least 1");
    require(batch >= 1 && batch <= MAX_BATCH, "batch", batch, "1 to " + MAX_BATCH);
    require(!linger.isNegative(), "linger", linger, "zero or more");
    require(backOff.toMillis() > 0, "back-off", backOff, "at least 1ms");
    require(!flush.isNegative(), "flush", flush, "zero or more");
  }

  private static void require(boolean holds, String name, Object found, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(
          "meshgauge.events.%s is %s, expected %s".formatted(name, found, expected));
    }
  }
}
