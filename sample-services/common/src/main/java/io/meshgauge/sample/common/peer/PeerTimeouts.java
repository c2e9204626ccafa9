package io.meshgauge.sample.common.peer;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The patience of a caller ({@code meshgauge.timeout.*}).
 *
 * @param connect longest wait for a TCP connection, more than zero
 * @param response longest wait for an answer, more than zero
 */
@ConfigurationProperties("meshgauge.timeout")
public record PeerTimeouts(
    @DefaultValue("1s") Duration connect, @DefaultValue("3s") Duration response) {

  /** Refuses waits that are not longer than zero. */
  public PeerTimeouts {
    requirePositive("connect", connect);
    requirePositive("response", response);
  }

  private static void requirePositive(String name, Duration found) {
    if (found.isNegative() || found.isZero()) {
      throw new IllegalArgumentException(
          "meshgauge.timeout.%s is %s, expected more than zero, for example 2s"
              .formatted(name, found));
    }
  }
}
