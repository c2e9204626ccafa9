package io.meshgauge.experiment;

import io.meshgauge.measure.Amounts;
import io.meshgauge.text.Messages;
import org.jspecify.annotations.Nullable;

/**
 * A fault or change injected in a window of a soak, and the recovery time. Such a window is
 * excluded from sums, trends and error budgets, because its errors were caused on purpose.
 *
 * @param act the injected fault
 * @param victim the affected workload, or the owner of the affected parts
 * @param second of the window in which it was injected
 * @param backSeconds until the victim reported ready again, or used its new configuration
 * @param recoveredSeconds until requests succeeded and were as fast as before, until the end of the
 *     window; null if not reached in it
 * @param failed failed requests of the window
 * @param usualP99Seconds median of the per-second 99th percentiles before the fault; null if
 *     nothing was answered before
 * @param worstP99Seconds highest per-second 99th percentile between the fault and recovery; null if
 *     nothing was answered
 */
public record Disturbance(
    SoakAct act,
    String victim,
    int second,
    double backSeconds,
    @Nullable Integer recoveredSeconds,
    long failed,
    @Nullable Double usualP99Seconds,
    @Nullable Double worstP99Seconds) {

  /** A summary in one sentence. */
  public String describe() {
    return Messages.get(
            "experiment.disturbance",
            act.describe(),
            victim,
            second,
            act.done(),
            Amounts.duration(backSeconds),
            recoveredSeconds == null
                ? Messages.get("experiment.not-recovered")
                : Messages.get("experiment.recovered", recoveredSeconds),
            failed)
        + latencies();
  }

  private String latencies() {
    return usualP99Seconds == null || worstP99Seconds == null
        ? ""
        : Messages.get(
            "experiment.disturbance-p99",
            Amounts.duration(worstP99Seconds),
            Amounts.duration(usualP99Seconds));
  }
}
