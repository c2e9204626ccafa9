package io.meshgauge.sample.common.boot;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import java.time.Duration;
import java.util.Set;

/**
 * Configures the same histogram buckets for every hop's timer: 100 microseconds to ten seconds,
 * about three per doubling, so that a proxy's fraction of a millisecond is visible and the two ends
 * of a hop can be compared.
 */
final class TimerBuckets implements MeterFilter {

  private static final Set<String> HOP_TIMERS =
      Set.of(
          "http.server.requests",
          "http.client.requests",
          "grpc.server.requests",
          "grpc.client.requests");

  private static final DistributionStatisticConfig BUCKETS =
      DistributionStatisticConfig.builder()
          .percentilesHistogram(true)
          .minimumExpectedValue((double) Duration.ofNanos(100_000).toNanos())
          .maximumExpectedValue((double) Duration.ofSeconds(10).toNanos())
          .build();

  @Override
  public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
    return HOP_TIMERS.contains(id.getName()) ? BUCKETS.merge(config) : config;
  }
}
