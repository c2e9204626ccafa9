package io.meshgauge.experiment;

import io.meshgauge.measure.Amounts;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What was done to an arm in a window of a soak, and how long it took to mend. Such a window is in
 * no sum, no trend and no budget: its errors were asked for.
 *
 * @param act what was done
 * @param victim the workload it was done to, or whose parts
 * @param second of the window in which it was done
 * @param backSeconds until the victim said again that it is ready, or uses what it was given
 * @param recoveredSeconds until requests failed no more and were as fast as before, to the end of
 *     the window; null when that was not reached in it
 * @param failed requests of the window that failed
 * @param usualP99Seconds the 99th percentile of a second before: of these the median; null when
 *     nothing was answered before
 * @param worstP99Seconds the worst such second from the act on, until it was done and requests were
 *     as before; null when nothing was answered in these
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

  /** In one sentence. */
  public String words() {
    return String.format(
            Locale.ROOT,
            "%s (%s) in second %d: %s after %s, requests as before %s, %d failed",
            act.words(),
            victim,
            second,
            act.done(),
            Amounts.duration(backSeconds),
            recoveredSeconds == null
                ? "not within the window"
                : "after %d s".formatted(recoveredSeconds),
            failed)
        + latencies();
  }

  private String latencies() {
    return usualP99Seconds == null || worstP99Seconds == null
        ? ""
        : "; p99 of the worst second %s, usually %s"
            .formatted(Amounts.duration(worstP99Seconds), Amounts.duration(usualP99Seconds));
  }
}
