package io.meshgauge.experiment;

import java.util.Locale;

/**
 * What the load generator itself adds to every figure: its times and its CPU against a server that
 * does nothing, on loopback, before the session (methodology, rule 9).
 *
 * @param requestsPerSecond the rate it was measured at: the plan's
 * @param responseP50 seconds from the intended start
 * @param responseP99 seconds from the intended start
 * @param sendLagP99 seconds from the intended start to the actual send
 * @param cpuPerThousand CPU-seconds of the load worker for 1000 requests
 */
public record Calibration(
    double requestsPerSecond,
    double responseP50,
    double responseP99,
    double sendLagP99,
    double cpuPerThousand) {

  /** The floor in one sentence. */
  public String words() {
    return String.format(
        Locale.ROOT,
        "The load generator's own floor, against a server that does nothing, at %.0f req/s:"
            + " p50 %.3f ms, p99 %.3f ms, send lag p99 %.3f ms, %.3f CPU-s per 1000 requests.",
        requestsPerSecond,
        responseP50 * 1e3,
        responseP99 * 1e3,
        sendLagP99 * 1e3,
        cpuPerThousand);
  }
}
