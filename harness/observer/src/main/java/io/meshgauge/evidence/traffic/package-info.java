/**
 * Proofs of retries, timeouts, limits and outlier ejection.
 *
 * <p>Start reading at {@link io.meshgauge.evidence.traffic.TrafficProof}.
 */
@NullMarked
package io.meshgauge.evidence.traffic;

import org.jspecify.annotations.NullMarked;
