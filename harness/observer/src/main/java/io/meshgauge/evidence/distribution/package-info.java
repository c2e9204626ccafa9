/**
 * Proofs of how a load balancer distributed calls over replicas.
 *
 * <p>Start reading at {@link io.meshgauge.evidence.distribution.DistributionProof}.
 */
@NullMarked
package io.meshgauge.evidence.distribution;

import org.jspecify.annotations.NullMarked;
