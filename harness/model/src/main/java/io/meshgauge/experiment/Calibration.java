package io.meshgauge.experiment;

import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Overhead of the load generator: its times and CPU against a server that does nothing, on
 * loopback, before the session (methodology, rule 9); and the limits that follow from the baseline
 * pilot measured after it.
 *
 * @param requestsPerSecond the rate of the plan, at which it was measured
 * @param responseP50 seconds from the intended start
 * @param responseP99 seconds from the intended start
 * @param sendLagP99 seconds from the intended start to the actual send
 * @param cpuPerThousand CPU-seconds of the load worker per 1000 requests
 * @param machine how busy the machine was in that window; null in archives that did not record it
 * @param limits of send lag, one per plan that sends requests; empty in archives without a pilot
 */
public record Calibration(
    double requestsPerSecond,
    double responseP50,
    double responseP99,
    double sendLagP99,
    double cpuPerThousand,
    @Nullable MachineUse machine,
    List<LagLimit> limits) {

  public Calibration {
    limits = limits == null ? List.of() : List.copyOf(limits);
  }

  /** A calibration of a version without a pilot. */
  public Calibration(
      double requestsPerSecond,
      double responseP50,
      double responseP99,
      double sendLagP99,
      double cpuPerThousand) {
    this(requestsPerSecond, responseP50, responseP99, sendLagP99, cpuPerThousand, null, List.of());
  }

  /** The limit of send lag under a plan; empty if no pilot of it was measured. */
  public Optional<LagLimit> limit(Plan plan) {
    return limits.stream().filter(limit -> limit.plan().equals(plan.name())).findFirst();
  }

  /** The overhead in one sentence. */
  public String describe() {
    return Messages.get(
        "experiment.floor",
        requestsPerSecond,
        responseP50 * 1e3,
        responseP99 * 1e3,
        sendLagP99 * 1e3,
        cpuPerThousand);
  }
}
