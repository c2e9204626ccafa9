/**
 * Proofs that every request went through the proxies of its hop, and none around them.
 *
 * <p>Start reading at {@link io.meshgauge.evidence.traversal.TraversalProof}.
 */
@NullMarked
package io.meshgauge.evidence.traversal;

import org.jspecify.annotations.NullMarked;
