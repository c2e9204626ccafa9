package io.meshgauge.observer;

import io.meshgauge.evidence.capture.CapturePermission;

/**
 * Facts about a node.
 *
 * @param node its name: option {@code --node} of the observer, or else the host name
 * @param os operating system of the observer's image; {@code unknown} if not stated
 * @param kernel release of the node's kernel
 * @param cpus online CPUs of the node, not limited by the observer's quota
 * @param cpuModel as in {@code /proc/cpuinfo}; {@code unknown} if not stated
 * @param memoryBytes all memory of the node
 * @param epochMicros its clock at the time of the answer, microseconds since 1970
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
