/**
 * What was measured, as values: metrics with units, histograms, windows, counters.
 *
 * <p>Uses nothing of the harness. Times are seconds and memory is bytes unless a name says
 * otherwise; percentiles follow the nearest-rank definition and are never averaged, histograms are
 * merged instead. Start reading at {@link io.meshgauge.measure.Metric} and {@link
 * io.meshgauge.measure.LatencyHistogram}.
 */
@NullMarked
package io.meshgauge.measure;

import org.jspecify.annotations.NullMarked;
