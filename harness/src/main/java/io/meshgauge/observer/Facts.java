package io.meshgauge.observer;

import io.meshgauge.evidence.capture.CapturePermission;

/**
 * The node as the observer finds it.
 *
 * @param node its name, as configured or else the host's name
 * @param os the system of the observer's image; {@code unknown} where it has no name
 * @param kernel release of the node's kernel
 * @param cpus how many the node has online, whatever the observer's own limit
 * @param cpuModel as the kernel names it; {@code unknown} where it does not
 * @param memoryBytes all memory of the node
 * @param epochMicros its clock, microseconds since 1970, when the answer was made
 * @param javaVersion of the observer
 * @param capture whether packets can be captured on all its devices, or why not
 */
public record Facts(
    String node,
    String os,
    String kernel,
    int cpus,
    String cpuModel,
    long memoryBytes,
    long epochMicros,
    String javaVersion,
    CapturePermission capture) {}
