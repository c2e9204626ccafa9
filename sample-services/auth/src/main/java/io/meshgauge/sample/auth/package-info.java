/**
 * Identifies the bearer of a token, over gRPC. May use the common module. Start reading at {@link
 * io.meshgauge.sample.auth.TokenVerifier}.
 */
@NullMarked
package io.meshgauge.sample.auth;

import org.jspecify.annotations.NullMarked;
