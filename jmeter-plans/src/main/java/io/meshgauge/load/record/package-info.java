/**
 * Records of a run: one result per request in nanoseconds, HdrHistogram logs per label per second,
 * and a summary. May use {@code course}, JMeter's {@code SampleResult}, HdrHistogram. Start reading
 * at {@link io.meshgauge.load.record.Recording}.
 */
@NullMarked
package io.meshgauge.load.record;

import org.jspecify.annotations.NullMarked;
