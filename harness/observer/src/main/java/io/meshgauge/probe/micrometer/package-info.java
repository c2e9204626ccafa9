/**
 * What the services measured of themselves: their Prometheus endpoints, and latency per hop from
 * the growth of histogram buckets.
 *
 * <p>Start reading at {@link io.meshgauge.probe.micrometer.MicrometerProbe}.
 */
@NullMarked
package io.meshgauge.probe.micrometer;

import org.jspecify.annotations.NullMarked;
