package io.meshgauge.product.network;

/**
 * Pods of a network that work on every node; their resource use is a cost of the node, and not of
 * one workload. The kernel's part of the work is not in any container.
 *
 * @param name what it is accounted under, for example {@code cilium-agent}
 * @param label name of a label of its pods, in any namespace
 * @param value of the label
 */
public record NodeAgent(String name, String label, String value) {}
