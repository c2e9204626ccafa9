package io.meshgauge.load.http;

import io.meshgauge.load.tls.TlsContext;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a target. Samplers of the same route share connections.
 *
 * @param tls null without TLS
 * @param shared how many connections all threads share; 0 for one per thread. HTTP/2 only
 */
public record HttpRoute(
    HttpTarget target, HttpProtocol protocol, @Nullable TlsContext tls, int shared) {

  /** Checks the combination of settings. */
  public HttpRoute {
    if (protocol.secure() != (tls != null)) {
      throw new IllegalArgumentException(
          "The protocol " + protocol + (protocol.secure() ? " needs" : " has no") + " TLS.");
    }
    if (shared < 0) {
      throw new IllegalArgumentException(
          "The number of shared connections is 0 (one per thread) or more, not " + shared + ".");
    }
    if (!protocol.multiplexed()) {
      // An HTTP/1.1 connection serves one exchange at a time and cannot be shared.
      shared = 0;
    }
  }

  /** HTTP/1.1 over TCP. */
  public static HttpRoute plain(HttpTarget target) {
    return new HttpRoute(target, HttpProtocol.HTTP_1_1, null, 0);
  }
}
