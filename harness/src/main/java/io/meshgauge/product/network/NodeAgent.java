package io.meshgauge.product.network;

/**
 * Pods of a network that work on every node, for whatever runs there; what they use is a cost of
 * the node, and not of one workload. The kernel's own part of the work is in nobody's container.
 *
 * @param name what it is accounted under, for example {@code cilium-agent}
 * @param label name of a label that its pods have, in whatever namespace
 * @param value of the label
 */
public record NodeAgent(String name, String label, String value) {}
