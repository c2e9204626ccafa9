package io.meshgauge.measure;

import org.jspecify.annotations.Nullable;

/**
 * What one process or container used during the window, by cAdvisor's metrics.
 *
 * @param container its name, for example {@code order} or {@code order-proxy}
 * @param part what it is accounted to
 * @param cpuSeconds growth of {@code container_cpu_usage_seconds_total}
 * @param memoryMeanBytes mean of {@code container_memory_working_set_bytes}
 * @param memoryPeakBytes maximum of the same
 * @param shared set when it serves others too; what it used without our load is not in {@code
 *     cpuSeconds} then
 */
public record ResourceUse(
    String container,
    Part part,
    double cpuSeconds,
    double memoryMeanBytes,
    double memoryPeakBytes,
    @Nullable Shared shared) {

  /** What a container used that is there for one experiment. */
  public ResourceUse(
      String container,
      Part part,
      double cpuSeconds,
      double memoryMeanBytes,
      double memoryPeakBytes) {
    this(container, part, cpuSeconds, memoryMeanBytes, memoryPeakBytes, null);
  }

  /**
   * What is known of a container that serves others too.
   *
   * @param idleCpuSeconds what it would have used in the window as it did in the rest before it
   * @param pods how many pods it serves
   * @param ours how many of them are the experiment's
   */
  public record Shared(double idleCpuSeconds, int pods, int ours) {}
}
