package io.meshgauge.experiment;

import java.time.Duration;

/**
 * Estimated duration of an experiment before anything is measured: windows exactly, everything else
 * from experience with two cores.
 *
 * @param probe the capacity probe; zero if the rate is given
 * @param trials all trials together
 */
public record Forecast(Duration probe, Duration trials) {
  /** Starting five services and their proxies, until all are ready. */
  private static final Duration DEPLOY_TIME = Duration.ofSeconds(12);

  /** Settling, proving, draining, collecting and tearing down. */
  private static final Duration TRIAL_OVERHEAD = Duration.ofSeconds(8);

  /** Starting and reading the meters of one of several windows. */
  private static final Duration WINDOW_OVERHEAD = Duration.ofMillis(600);

  private static final Duration PROBE_TIME = Duration.ofSeconds(30);

  /** Warm-up runs closed loop, faster than the measured rate. */
  private static final double WARM_UP_REQUESTS_PER_SECOND = 400;

  /** Starting iperf3 and its proxies, the warm-up and the other steps of a stream trial. */
  private static final Duration STREAM_TRIAL_OVERHEAD = Duration.ofSeconds(12);

  /** The forecast of an experiment. */
  public static Forecast of(Experiment experiment) {
    Duration warmUp =
        Duration.ofMillis(
            Math.round(
                1000 * experiment.protocol().warmupRequests() / WARM_UP_REQUESTS_PER_SECOND));
    Duration block = Duration.ZERO;
    for (Plan plan : experiment.plans()) {
      if (experiment.protocol().windowsOf(plan) > 1) {
        block = block.plus(together(experiment, plan, warmUp));
        continue;
      }
      Duration around =
          plan.isStream() ? STREAM_TRIAL_OVERHEAD : DEPLOY_TIME.plus(TRIAL_OVERHEAD).plus(warmUp);
      Duration trial = around.plus(plan.duration());
      block = block.plus(trial.multipliedBy(experiment.arms().size()));
    }
    boolean streamsOnly = experiment.plans().stream().allMatch(Plan::isStream);
    return new Forecast(
        experiment.protocol().rate().isPresent() || streamsOnly ? Duration.ZERO : PROBE_TIME,
        block.multipliedBy(experiment.protocol().replicates()));
  }

  /** A block whose arms are deployed and warmed up at the same time. */
  private static Duration together(Experiment experiment, Plan plan, Duration warmUp) {
    int arms = experiment.arms().size();
    Duration window = experiment.protocol().windowOf(plan).plus(WINDOW_OVERHEAD);
    return DEPLOY_TIME
        .dividedBy(2)
        .plus(warmUp)
        .multipliedBy(arms)
        .plus(TRIAL_OVERHEAD)
        .plus(window.multipliedBy((long) arms * experiment.protocol().windowsOf(plan)));
  }

  /** Probe and trials. */
  public Duration total() {
    return probe.plus(trials);
  }
}
