package io.meshgauge.measure.use;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What one process or container used during the window, by cAdvisor's metrics.
 *
 * <p>Three quantities of memory, since none answers every question. The anonymous memory is what
 * only this container holds: it is compared and scored. The working set is what limits and bills
 * look at; on a cluster the pages of a program count there for the container that touched them
 * first, and for no other. The resident set counts them for every process that uses them.
 *
 * <p>A number that was not observed is {@link Double#NaN}, and so is every sum with it.
 *
 * @param container its name, for example {@code prices} or {@code prices-proxy}
 * @param part what it is accounted to
 * @param cpuSeconds growth of {@code container_cpu_usage_seconds_total}
 * @param memoryMeanBytes mean of {@code container_memory_working_set_bytes}
 * @param memoryPeakBytes maximum of the same
 * @param shared set when it serves others too; what it used without our load is not in {@code
 *     cpuSeconds} then
 * @param anonymousBytes mean of {@code container_memory_rss}; null in archives written before it
 *     was read
 * @param residentBytes resident set at the end of the window, by the kernel or by what the proxy
 *     tells of itself; null where neither does
 */
public record ResourceUse(
    String container,
    Part part,
    double cpuSeconds,
    double memoryMeanBytes,
    double memoryPeakBytes,
    @Nullable Shared shared,
    @Nullable Double anonymousBytes,
    @Nullable Double residentBytes) {

  /**
   * What a container used that is there for one experiment, and of which the working set is known.
   */
  public ResourceUse(
      String container,
      Part part,
      double cpuSeconds,
      double memoryMeanBytes,
      double memoryPeakBytes) {
    this(container, part, cpuSeconds, memoryMeanBytes, memoryPeakBytes, null, null, null);
  }

  /** Whether its CPU and memory were observed. */
  public boolean observed() {
    return !Double.isNaN(cpuSeconds + memoryMeanBytes + memoryPeakBytes);
  }

  /** Whether the anonymous memory of all is known, so that it is what is compared and scored. */
  public static boolean anonymousKnown(Collection<ResourceUse> all) {
    return all.stream().allMatch(use -> use.anonymousBytes != null);
  }

  /**
   * The memory that is compared and scored.
   *
   * @param run all uses of the run: one quantity for all of them, the anonymous memory where it is
   *     known of each, and else the working set
   */
  public double comparedBytes(Collection<ResourceUse> run) {
    return anonymousBytes != null && anonymousKnown(run) ? anonymousBytes : memoryMeanBytes;
  }

  /** The same with another reading of its CPU time. */
  public ResourceUse withCpu(double seconds) {
    return new ResourceUse(
        container,
        part,
        seconds,
        memoryMeanBytes,
        memoryPeakBytes,
        shared,
        anonymousBytes,
        residentBytes);
  }

  /** The same with the resident set that its proxy tells. */
  public ResourceUse withResident(double bytes) {
    return new ResourceUse(
        container,
        part,
        cpuSeconds,
        memoryMeanBytes,
        memoryPeakBytes,
        shared,
        anonymousBytes,
        bytes);
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
