/**
 * What the backends of an arm's telemetry got: spans in a Zipkin, readings of a Prometheus, lines
 * in access logs.
 *
 * <p>Each is asked in its own words, so that what is counted is what arrived and not what was sent.
 * Start reading at {@link io.meshgauge.probe.telemetry.TracesProbe}.
 */
@NullMarked
package io.meshgauge.probe.telemetry;

import org.jspecify.annotations.NullMarked;
