/**
 * Proofs that an authorization policy denied what it must deny and nothing else.
 *
 * <p>Start reading at {@link io.meshgauge.evidence.policy.PolicyProof}.
 */
@NullMarked
package io.meshgauge.evidence.policy;

import org.jspecify.annotations.NullMarked;
