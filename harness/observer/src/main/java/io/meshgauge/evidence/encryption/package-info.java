/**
 * Proofs that the bytes on the wire were encrypted, or were not, as the variant claims.
 *
 * <p>Start reading at {@link io.meshgauge.evidence.encryption.EncryptionProof}.
 */
@NullMarked
package io.meshgauge.evidence.encryption;

import org.jspecify.annotations.NullMarked;
