package io.meshgauge.experiment;

import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Metric;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The maximum send lag p99 of a run under one plan: a share of the baseline's median response time,
 * known before the first trial and equal for all arms. A limit relative to each run's own median
 * would void the fast arms and keep the slow ones (decision 6).
 *
 * @param plan name of the plan
 * @param arm the arm of the median: the baseline, or the arm with the fewest promises
 * @param medianSeconds median response time of its requests that are meant to succeed
 * @param pilot whether the median is from the pilot before the first trial; otherwise it is from
 *     the baseline runs, because the archive is older than the pilot
 * @param acceptedSeconds what the experiment accepts for an application that answers so fast that
 *     no load generator keeps the share; 0 for none
 */
public record LagLimit(
    String plan, String arm, double medianSeconds, boolean pilot, double acceptedSeconds) {
  /** Name of the rule in runs and reports. */
  public static final String RULE = "send-lag";

  /** The limit as a share of the baseline's median response time. */
  public static final double SHARE = 0.10;

  /** The most seconds that an experiment can accept instead. */
  public static final double MOST_ACCEPTED = 1e-3;

  /** A limit that is the share alone. */
  public LagLimit(String plan, String arm, double medianSeconds, boolean pilot) {
    this(plan, arm, medianSeconds, pilot, 0);
  }

  /** The limit in seconds. */
  public double seconds() {
    return Math.max(SHARE * medianSeconds, acceptedSeconds);
  }

  /** Whether the experiment accepts more than the share. */
  public boolean raised() {
    return acceptedSeconds > SHARE * medianSeconds;
  }

  /** The violation of a run, with its value and the limit; empty if it is within the limit. */
  public Optional<Reason> broken(LoadResult load) {
    double lag = load.sendLag().seconds(99);
    if (lag <= seconds()) {
      return Optional.empty();
    }
    return Optional.of(
        new Reason(
            RULE,
            String.format(
                Locale.ROOT,
                "send lag p99 was %.3f ms; the limit for all arms is %.3f ms, %s the median response time of %s of %.3f ms",
                lag * 1e3,
                seconds() * 1e3,
                share(),
                arm,
                medianSeconds * 1e3)));
  }

  /** The limit in one sentence. */
  public String describe() {
    double percent = 100 * seconds() / medianSeconds;
    String share =
        raised()
            ? Messages.get("experiment.lag-share-accepted", percent)
            : Messages.get("experiment.lag-share", percent);
    Object[] values = {plan, seconds() * 1e3, share, medianSeconds * 1e3, arm};
    return pilot
        ? Messages.get("experiment.lag-limit-of-pilot", values)
        : Messages.get("experiment.lag-limit-of-session", values);
  }

  /** As an archive quotes it. */
  private String share() {
    return String.format(
        Locale.ROOT,
        raised() ? "accepted by the experiment, %.0f %% of" : "%.0f %% of",
        100 * seconds() / medianSeconds);
  }

  /**
   * The limits of a session whose archive has none: from the median of all measured baseline runs,
   * valid or not, per plan. A plan without a measured baseline run has no limit, a soak has none
   * because its windows were already judged, a closed loop has no due times, and no latency of a
   * proof is used.
   */
  static List<LagLimit> derived(Session session) {
    if (session.experiment().isProof()) {
      return List.of();
    }
    List<LagLimit> limits = new ArrayList<>();
    for (Plan plan : session.experiment().plans()) {
      if (plan.isClosedLoop()) {
        continue;
      }
      double[] medians =
          session.runs().stream()
              .filter(run -> run.trial().plan().name().equals(plan.name()) && !plan.isSoak())
              .filter(run -> run.trial().variant().isBaseline())
              .filter(run -> run.measuredLoad().isPresent())
              .flatMapToDouble(run -> run.value(Metric.RESPONSE_P50).stream())
              .sorted()
              .toArray();
      if (medians.length > 0) {
        double low = medians[(medians.length - 1) / 2];
        double high = medians[medians.length / 2];
        limits.add(new LagLimit(plan.name(), Variant.BASELINE, (low + high) / 2, false));
      }
    }
    return List.copyOf(limits);
  }
}
