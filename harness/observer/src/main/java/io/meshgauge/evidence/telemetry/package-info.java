/**
 * Proofs that traces, metrics and access logs were on.
 *
 * <p>Start reading at {@link io.meshgauge.evidence.telemetry.TelemetryProof}.
 */
@NullMarked
package io.meshgauge.evidence.telemetry;

import org.jspecify.annotations.NullMarked;
