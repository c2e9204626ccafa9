/**
 * What was observed of the promises: encryption on the wire, identities checked, plaintext refused,
 * proxies traversed, denials enforced.
 *
 * <p>Observes and judges; never trusts a configuration. A promise that could not be observed gives
 * evidence with verdict {@code MISSING} and the reason in words, never an exception. Observed is
 * from a {@link io.meshgauge.evidence.ProbeOrigin}: this process, or a node of a cluster. May use
 * {@code experiment}, {@code measure}, {@code topology} and {@code identity}. Start reading at
 * {@link io.meshgauge.evidence.Prover}.
 */
@NullMarked
package io.meshgauge.evidence;

import org.jspecify.annotations.NullMarked;
