package io.meshgauge.experiment;

import java.time.Duration;

/**
 * The time an experiment is expected to take, before anything was measured: windows exactly,
 * everything else by experience with two cores.
 *
 * @param probe the capacity probe; zero when the rate is given
 * @param trials all trials together
 */
public record Forecast(Duration probe, Duration trials) {
  /** Starting five services and their proxies, until all are ready. */
  private static final Duration DEPLOY = Duration.ofSeconds(12);

  /** Settling, proving, draining, collecting and tearing down. */
  private static final Duration AROUND = Duration.ofSeconds(8);

  private static final Duration PROBE = Duration.ofSeconds(30);

  /** Warm-up runs closed loop, faster than the measured rate. */
  private static final double WARM_UP_PER_SECOND = 400;

  /** Starting iperf3 and its proxies, the warm-up and the rest of a trial that sends a stream. */
  private static final Duration AROUND_STREAM = Duration.ofSeconds(12);

  /** The forecast of an experiment. */
  public static Forecast of(Experiment experiment) {
    Duration warmUp =
        Duration.ofMillis(
            Math.round(1000 * experiment.protocol().warmupRequests() / WARM_UP_PER_SECOND));
    Duration block = Duration.ZERO;
    for (Plan plan : experiment.plans()) {
      Duration around = plan.isStream() ? AROUND_STREAM : DEPLOY.plus(AROUND).plus(warmUp);
      Duration trial = around.plus(plan.duration());
      block = block.plus(trial.multipliedBy(experiment.arms().size()));
    }
    boolean streamsOnly = experiment.plans().stream().allMatch(Plan::isStream);
    return new Forecast(
        experiment.protocol().rate().isPresent() || streamsOnly ? Duration.ZERO : PROBE,
        block.multipliedBy(experiment.protocol().replicates()));
  }

  /** Everything together. */
  public Duration total() {
    return probe.plus(trials);
  }
}
