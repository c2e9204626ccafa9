package io.meshgauge.probe.process;

import io.meshgauge.measure.use.Part;

/**
 * A process whose use is accounted.
 *
 * @param container the name it is accounted under, for example {@code prices-proxy}
 * @param part what it belongs to
 * @param pid its process id
 */
public record Target(String container, Part part, long pid) {}
