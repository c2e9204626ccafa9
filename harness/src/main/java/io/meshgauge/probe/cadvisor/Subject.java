package io.meshgauge.probe.cadvisor;

import io.meshgauge.measure.Part;

/**
 * A container whose use is accounted.
 *
 * @param name what it is accounted under, for example {@code order-proxy}
 * @param part what it is accounted to
 * @param namespace its pod's namespace
 * @param pod its pod
 * @param container its name in the pod
 */
public record Subject(String name, Part part, String namespace, String pod, String container) {}
