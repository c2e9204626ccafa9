/**
 * Proofs of who spoke on a hop: certificates demanded, checked, counted and renewed.
 *
 * <p>Start reading at {@link io.meshgauge.evidence.identity.IdentityProof}.
 */
@NullMarked
package io.meshgauge.evidence.identity;

import org.jspecify.annotations.NullMarked;
