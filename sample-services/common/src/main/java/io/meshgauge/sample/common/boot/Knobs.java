package io.meshgauge.sample.common.boot;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The adjustable behaviour of a service ({@code meshgauge.knob.*}), the same for every mesh.
 *
 * @param payloadBytes bytes of padding in each response, 0 to 1 MiB
 * @param thinkTime simulated processing time of order and payment per request, 0 to 60 s
 * @param failureRate share of charges that payment fails, 0 to 1
 * @param leakBytes bytes of memory that payment leaks per charge, 0 to 1 MiB
 * @param addedDelay known delay of the gateway before it handles a request, 0 to 10 s; one for all
 *     arms that share it, or one for each
 * @param addedCpu known CPU time that the gateway uses for each request, 0 to 1 s; one for all arms
 *     that share it, or one for each
 */
@ConfigurationProperties("meshgauge.knob")
public record Knobs(
    @DefaultValue("512") int payloadBytes,
    @DefaultValue("0ms") Duration thinkTime,
    @DefaultValue("0") double failureRate,
    @DefaultValue("0") int leakBytes,
    @DefaultValue("0us") List<Duration> addedDelay,
    @DefaultValue("0us") List<Duration> addedCpu) {

  private static final int MAX_PAYLOAD_BYTES = 1 << 20;
  private static final int MAX_LEAK_BYTES = 1 << 20;
  private static final Duration MAX_THINK_TIME = Duration.ofSeconds(60);
  private static final Duration MAX_ADDED_DELAY = Duration.ofSeconds(10);
  private static final Duration MAX_ADDED_CPU = Duration.ofSeconds(1);

  /** Checks the ranges, naming the property in errors. */
  public Knobs {
    require(
        payloadBytes >= 0 && payloadBytes <= MAX_PAYLOAD_BYTES,
        "payload-bytes",
        payloadBytes,
        "0 to " + MAX_PAYLOAD_BYTES);
    require(within(thinkTime, MAX_THINK_TIME), "think-time", thinkTime, "0s to 60s, such as 5ms");
    require(failureRate >= 0 && failureRate <= 1, "failure-rate", failureRate, "0 to 1");
    require(
        leakBytes >= 0 && leakBytes <= MAX_LEAK_BYTES,
        "leak-bytes",
        leakBytes,
        "0 to " + MAX_LEAK_BYTES);
    addedDelay = List.copyOf(addedDelay);
    addedCpu = List.copyOf(addedCpu);
    require(
        within(addedDelay, MAX_ADDED_DELAY), "added-delay", addedDelay, "0s to 10s, such as 200us");
    require(within(addedCpu, MAX_ADDED_CPU), "added-cpu", addedCpu, "0s to 1s, such as 1ms");
  }

  /** The padding of one response: {@link #payloadBytes()} times the letter x. */
  public String padding() {
    return "x".repeat(payloadBytes);
  }

  private static boolean within(List<Duration> durations, Duration most) {
    return !durations.isEmpty() && durations.stream().allMatch(it -> within(it, most));
  }

  private static boolean within(Duration duration, Duration most) {
    return !duration.isNegative() && duration.compareTo(most) <= 0;
  }

  private static void require(boolean holds, String knob, Object found, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(
          "meshgauge.knob.%s is %s, expected %s".formatted(knob, found, expected));
    }
  }
}
