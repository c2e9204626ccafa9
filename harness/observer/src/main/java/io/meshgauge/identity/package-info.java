/**
 * Who is who in one run: a certificate authority made for it, workload certificates, intruders, and
 * the tokens that the load carries.
 *
 * <p>Key material lives in the run's private working folder, readable by its owner only, and is
 * deleted with it; none of it ever reaches the archive. Where a mesh has an authority of its own,
 * the same clients carry credentials from there ({@link io.meshgauge.identity.CredentialIssuer}).
 * May use {@code topology}. Start reading at {@link io.meshgauge.identity.RunIdentities}.
 */
@NullMarked
package io.meshgauge.identity;

import org.jspecify.annotations.NullMarked;
