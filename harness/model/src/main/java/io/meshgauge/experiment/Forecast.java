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
  private static final Duration WINDOW_OVERHEAD = Duration.ofMillis(300);

  private static final Duration PROBE_TIME = Duration.ofSeconds(30);

  /** Warm-up runs closed loop, faster than the measured rate. */
  private static final double WARM_UP_REQUESTS_PER_SECOND = 400;

  /** Starting iperf3 and its proxies, the warm-up and the other steps of a stream trial. */
  private static final Duration STREAM_TRIAL_OVERHEAD = Duration.ofSeconds(12);

  /** The calibration of the load generator and the pilot of each plan. */
  private static final Duration CALIBRATION_TIME = Duration.ofSeconds(30);

  private static final int MAX_MORE = 1000;

  /**
   * A replicate may end late by a tenth of itself: otherwise nearly all of its time stays unused.
   */
  private static final int OVERTIME_DIVISOR = 10;

  /** The report. */
  private static final Duration REPORT_TIME = Duration.ofSeconds(5);

  /** The forecast of an experiment. */
  public static Forecast of(Experiment experiment) {
    return new Forecast(
        probe(experiment), block(experiment).multipliedBy(experiment.protocol().replicates()));
  }

  /** The same experiment with as many replicates as are expected to fit into its time. */
  public static Experiment fitted(Experiment experiment) {
    Protocol protocol = experiment.protocol();
    if (protocol.time().isEmpty()) {
      return experiment;
    }
    Duration before = probe(experiment).plus(CALIBRATION_TIME);
    int replicates = replicates(protocol.time().get(), before, before.plus(block(experiment)), 1);
    Protocol fitted = protocol.replicated(replicates);
    return experiment.with(
        protocol
            .precision()
            .map(it -> fitted.until(new Protocol.Precision(it.effect(), replicates)))
            .orElse(fitted));
  }

  /**
   * Replicates that fit into the time of a session, by the pace so far.
   *
   * @param time of the session
   * @param before what had passed at the start of the first replicate
   * @param elapsed what has passed since the start of the session
   * @param done finished replicates, at least 1
   * @return at least {@link Protocol#MIN_REPLICATES}, and no fewer than are finished
   */
  public static int replicates(Duration time, Duration before, Duration elapsed, int done) {
    Duration pace = elapsed.minus(before).dividedBy(done);
    Duration left = time.minus(REPORT_TIME).minus(elapsed).plus(pace.dividedBy(OVERTIME_DIVISOR));
    long more = Math.max(0, left.dividedBy(pace));
    return Math.max(Protocol.MIN_REPLICATES, done + (int) Math.min(MAX_MORE, more));
  }

  private static Duration probe(Experiment experiment) {
    boolean needless = experiment.plans().stream().noneMatch(Plan::hasRate);
    return experiment.protocol().rate().isPresent() || needless ? Duration.ZERO : PROBE_TIME;
  }

  /** One replicate under every plan. */
  private static Duration block(Experiment experiment) {
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
      block = block.plus(trial.multipliedBy(experiment.armsAtOnce()));
    }
    return block;
  }

  /**
   * A block whose arms are deployed at the same time, which halves their time, and then warmed up.
   */
  private static Duration together(Experiment experiment, Plan plan, Duration warmUp) {
    int arms = experiment.armsAtOnce();
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
