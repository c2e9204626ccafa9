/**
 * What was observed: one result per request in nanoseconds, HdrHistogram logs per label per second,
 * and the run's own account of itself. May use {@code course}, JMeter's {@code SampleResult},
 * HdrHistogram. Start reading at {@link io.meshgauge.load.record.Recording}.
 */
@NullMarked
package io.meshgauge.load.record;

import org.jspecify.annotations.NullMarked;
