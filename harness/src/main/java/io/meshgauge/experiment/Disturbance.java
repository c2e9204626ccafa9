package io.meshgauge.experiment;

import org.jspecify.annotations.Nullable;

/**
 * What was done to an arm in a window of a soak, and how long it took to mend. Such a window is in
 * no sum, no trend and no budget: its errors were asked for.
 *
 * @param act what was done
 * @param victim the workload it was done to
 * @param second of the window in which it was done
 * @param backSeconds until the victim said again that it is ready
 * @param recoveredSeconds until requests failed no more and were as fast as before, to the end of
 *     the window; null when that was not reached in it
 * @param failed requests of the window that failed
 */
public record Disturbance(
    SoakAct act,
    String victim,
    int second,
    double backSeconds,
    @Nullable Integer recoveredSeconds,
    long failed) {

  /** In one sentence. */
  public String words() {
    return "%s (%s) in second %d: ready again after %.1f s, requests as before %s, %d failed"
        .formatted(
            act.words(),
            victim,
            second,
            backSeconds,
            recoveredSeconds == null
                ? "not within the window"
                : "after %d s".formatted(recoveredSeconds),
            failed);
  }
}
