package io.meshgauge.experiment;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Estimated duration of an experiment before anything is measured: windows exactly, everything else
 * from the times that reports of sessions on two cores print.
 *
 * @param probe the capacity probe; zero if the rate is given
 * @param calibration of the load generator; zero if no plan has a rate
 * @param trials all trials together
 */
public record Forecast(Duration probe, Duration calibration, Duration trials) {
  /** Starting five services and their proxies, until all are ready. */
  private static final Duration DEPLOY_TIME = Duration.ofSeconds(12);

  /** Settling, proving, draining, collecting and tearing down an arm that is deployed alone. */
  private static final Duration TRIAL_OVERHEAD = Duration.ofSeconds(8);

  /** The same of one of several arms that are deployed together. */
  private static final Duration SHARED_OVERHEAD = Duration.ofSeconds(3);

  /** Starting, ending and reading the meters of one of several windows. */
  private static final Duration WINDOW_OVERHEAD = Duration.ofMillis(370);

  /** Starting, settling, probing and collecting an arm whose services run already. */
  private static final Duration DATA_PLANE_TIME = Duration.ofSeconds(3);

  private static final Duration PROBE_TIME = Duration.ofSeconds(40);

  /** Warm-up runs closed loop, faster than the measured rate. */
  private static final double WARM_UP_REQUESTS_PER_SECOND = 400;

  /** Starting iperf3 and its proxies, the warm-up and the other steps of a stream trial. */
  private static final Duration STREAM_TRIAL_OVERHEAD = Duration.ofSeconds(12);

  /** The calibration of the load generator and the pilot of each plan. */
  private static final Duration CALIBRATION_TIME = Duration.ofSeconds(40);

  private static final int MAX_MORE = 1000;

  /**
   * A replicate may end late by a tenth of itself: otherwise nearly all of its time stays unused.
   */
  private static final int OVERTIME_DIVISOR = 10;

  /** The report. */
  private static final Duration REPORT_TIME = Duration.ofSeconds(5);

  /** The forecast of an experiment. */
  public static Forecast of(Experiment experiment) {
    Duration trials =
        IntStream.rangeClosed(1, experiment.protocol().replicates())
            .mapToObj(replicate -> block(experiment, experiment.armsOf(replicate).size()))
            .reduce(once(experiment), Duration::plus);
    return new Forecast(probe(experiment), calibration(experiment), trials);
  }

  /** The same experiment with as many replicates as are expected to fit into its time. */
  public static Experiment fitted(Experiment experiment) {
    Protocol protocol = experiment.protocol();
    if (protocol.time().isEmpty()) {
      return experiment;
    }
    Duration before = probe(experiment).plus(calibration(experiment)).plus(once(experiment));
    Duration first = block(experiment, experiment.armsAtOnce());
    int replicates = replicates(protocol.time().get(), before, before.plus(first), 1);
    Protocol fitted = protocol.replicated(replicates);
    return experiment.with(
        protocol
            .precision()
            .map(it -> fitted.until(new Protocol.Precision(it.effect(), replicates)))
            .orElse(fitted));
  }

  /** Says how long a session takes whose time is too short for an interval; empty if it is not. */
  public static Optional<String> overtime(Experiment fitted) {
    Duration total = of(fitted).total();
    return fitted
        .protocol()
        .time()
        .filter(time -> total.compareTo(time.plus(time.dividedBy(OVERTIME_DIVISOR))) > 0)
        .map(
            time ->
                "%d replicates do not fit into %d s, and fewer give no interval: the session takes about %d s."
                    .formatted(
                        fitted.protocol().replicates(), time.toSeconds(), total.toSeconds()));
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

  /** Services and load workers that arms share, and their warm-up. */
  private static Duration once(Experiment experiment) {
    long plans = experiment.plans().stream().filter(plan -> shares(experiment, plan)).count();
    return DEPLOY_TIME.plus(warmUp(experiment)).multipliedBy(plans);
  }

  /** Whether arms share services under a plan, as nearly all do. */
  private static boolean shares(Experiment experiment, Plan plan) {
    return experiment.platform() == PlatformKind.LOCAL
        && experiment.application().arms().shared()
        && experiment.arms().stream().allMatch(arm -> LoadPoint.of(arm).isEmpty())
        && experiment.protocol().windowsOf(plan) > 1;
  }

  private static Duration warmUp(Experiment experiment) {
    return Duration.ofMillis(
        Math.round(1000 * experiment.protocol().warmupRequests() / WARM_UP_REQUESTS_PER_SECOND));
  }

  private static Duration probe(Experiment experiment) {
    boolean needed = experiment.hasRate() && experiment.protocol().rate().isEmpty();
    return needed ? PROBE_TIME : Duration.ZERO;
  }

  private static Duration calibration(Experiment experiment) {
    return experiment.hasRate() ? CALIBRATION_TIME : Duration.ZERO;
  }

  /** One replicate of so many arms under every plan. */
  private static Duration block(Experiment experiment, int arms) {
    Duration warmUp = warmUp(experiment);
    Duration block = Duration.ZERO;
    for (Plan plan : experiment.plans()) {
      if (experiment.protocol().windowsOf(plan) > 1) {
        block = block.plus(together(experiment, plan, warmUp, arms));
        continue;
      }
      Duration around =
          plan.isStream() ? STREAM_TRIAL_OVERHEAD : DEPLOY_TIME.plus(TRIAL_OVERHEAD).plus(warmUp);
      // A window without changes comes before the one with them.
      Duration calm =
          plan.changes() ? Plan.MIN_DURATION.plus(STREAM_TRIAL_OVERHEAD) : Duration.ZERO;
      Duration trial = around.plus(calm).plus(plan.duration());
      block = block.plus(trial.multipliedBy(arms));
    }
    return block;
  }

  /**
   * A block whose arms are deployed at the same time, which halves their time, and then warmed up.
   */
  private static Duration together(Experiment experiment, Plan plan, Duration warmUp, int arms) {
    Duration window = experiment.protocol().windowOf(plan).plus(WINDOW_OVERHEAD);
    Duration windows = window.multipliedBy((long) arms * experiment.protocol().windowsOf(plan));
    if (shares(experiment, plan)) {
      // One more window of each arm warms its data plane.
      return DATA_PLANE_TIME.plus(window).multipliedBy(arms).plus(windows);
    }
    return DEPLOY_TIME
        .dividedBy(2)
        .plus(warmUp)
        .plus(SHARED_OVERHEAD)
        .multipliedBy(arms)
        .plus(windows);
  }

  /** Probe, calibration, trials and the report. */
  public Duration total() {
    return probe.plus(calibration).plus(trials).plus(REPORT_TIME);
  }
}
