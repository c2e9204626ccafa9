package io.meshgauge.measure;

/**
 * What one process or container used during the window, by cAdvisor's metrics.
 *
 * @param container its name, for example {@code order} or {@code order-proxy}
 * @param part what it is accounted to
 * @param cpuSeconds growth of {@code container_cpu_usage_seconds_total}
 * @param memoryMeanBytes mean of {@code container_memory_working_set_bytes}
 * @param memoryPeakBytes maximum of the same
 */
public record ResourceUse(
    String container,
    Part part,
    double cpuSeconds,
    double memoryMeanBytes,
    double memoryPeakBytes) {}
