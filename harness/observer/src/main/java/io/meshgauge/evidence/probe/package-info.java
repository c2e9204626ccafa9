/**
 * Active probes: plaintext, TLS and HTTP/2 calls to a wire, and what came back.
 *
 * <p>Start reading at {@link io.meshgauge.evidence.probe.PlaintextProbe}.
 */
@NullMarked
package io.meshgauge.evidence.probe;

import org.jspecify.annotations.NullMarked;
