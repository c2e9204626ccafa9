package io.meshgauge.sample.common.peer;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Timeouts of calls ({@code meshgauge.timeout.*}).
 *
 * @param connect for a TCP connection, more than zero
 * @param response for a response, more than zero
 */
@ConfigurationProperties("meshgauge.timeout")
public record PeerTimeouts(
    @DefaultValue("1s") Duration connect, @DefaultValue("3s") Duration response) {

  /** Checks that both are above zero. */
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
