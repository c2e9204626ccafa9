/**
 * The instruments: they read counters of processes, network, services and proxies at both edges of
 * the measured window, and hand back values and the raw text they were drawn from.
 *
 * <p>Outside the measured path, and quiet within the window: only memory is sampled there. May use
 * {@code experiment}, {@code measure} and {@code topology}. One folder per source: {@code process}
 * here and {@code cadvisor} on a cluster, {@code tcp}, {@code micrometer}, {@code proxy}.
 */
@NullMarked
package io.meshgauge.probe;

import org.jspecify.annotations.NullMarked;
