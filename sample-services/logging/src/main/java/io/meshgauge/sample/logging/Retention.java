package io.meshgauge.sample.logging;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Retention of events ({@code meshgauge.retention.*}), so that a soak does not fill the memory. The
 * limit is low enough to be reached within the first minutes.
 *
 * @param events number of the newest events to keep, at least 1
 * @param every interval between two sweeps, at least 10 ms
 */
@ConfigurationProperties("meshgauge.retention")
record Retention(@DefaultValue("1000") int events, @DefaultValue("1s") Duration every) {

  Retention {
    if (events < 1) {
      throw new IllegalArgumentException(
          "meshgauge.retention.events is " + events + ", expected at least 1");
    }
    if (every.toMillis() < 10) {
      throw new IllegalArgumentException(
          "meshgauge.retention.every is " + every + ", expected at least 10ms");
    }
  }
}
