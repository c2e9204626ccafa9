package io.meshgauge.sample.common.boot;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The adjustable behaviour of a service ({@code meshgauge.knob.*}), the same for every mesh.
 *
 * @param payloadBytes bytes of padding in each response, 0 to 1 MiB
 * @param thinkTime simulated processing time of order and payment per request, 0 to 60 s
 * @param failureRate share of charges that payment fails, 0 to 1
 * @param leakBytes bytes of memory that payment leaks per charge, 0 to 1 MiB
 */
@ConfigurationProperties("meshgauge.knob")
public record Knobs(
    @DefaultValue("512") int payloadBytes,
    @DefaultValue("0ms") Duration thinkTime,
    @DefaultValue("0") double failureRate,
    @DefaultValue("0") int leakBytes) {

  private static final int MAX_PAYLOAD_BYTES = 1 << 20;
  private static final int MAX_LEAK_BYTES = 1 << 20;
  private static final Duration MAX_THINK_TIME = Duration.ofSeconds(60);

  /** Checks the ranges, naming the property in errors. */
  public Knobs {
    require(
        payloadBytes >= 0 && payloadBytes <= MAX_PAYLOAD_BYTES,
        "payload-bytes",
        payloadBytes,
        "0 to " + MAX_PAYLOAD_BYTES);
    require(
        !thinkTime.isNegative() && thinkTime.compareTo(MAX_THINK_TIME) <= 0,
        "think-time",
        thinkTime,
        "0s to 60s, for example 5ms");
    require(failureRate >= 0 && failureRate <= 1, "failure-rate", failureRate, "0 to 1");
    require(
        leakBytes >= 0 && leakBytes <= MAX_LEAK_BYTES,
        "leak-bytes",
        leakBytes,
        "0 to " + MAX_LEAK_BYTES);
  }

  /** The padding of one response: {@link #payloadBytes()} times the letter x. */
  public String padding() {
    return "x".repeat(payloadBytes);
  }

  private static void require(boolean holds, String knob, Object found, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(
          "meshgauge.knob.%s is %s, expected %s".formatted(knob, found, expected));
    }
  }
}
