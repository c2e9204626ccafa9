package io.meshgauge.sample.common.event;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the event queue ({@code meshgauge.events.*}).
 *
 * @param capacity of the queue; further events are dropped and counted; at least 1
 * @param batch limit of events in one request, 1 to 1000
 * @param linger how long the first event of a batch waits for others
 * @param backOff first delay after a failed request; doubles up to 50 times this; more than zero
 * @param flush limit of the time to send queued events when the service stops
 */
@ConfigurationProperties("meshgauge.events")
public record EventSettings(
    @DefaultValue("4096") int capacity,
    @DefaultValue("128") int batch,
    @DefaultValue("100ms") Duration linger,
    @DefaultValue("100ms") Duration backOff,
    @DefaultValue("3s") Duration flush) {

  /** Largest batch that logging accepts. */
  public static final int MAX_BATCH = 1000;

  /** Checks the ranges, naming the property in errors. */
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
