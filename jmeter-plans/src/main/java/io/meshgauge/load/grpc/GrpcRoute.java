package io.meshgauge.load.grpc;

import io.meshgauge.load.http.HttpTarget;
import io.meshgauge.load.tls.TlsContext;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a gRPC server. Samplers of the same route share channels.
 *
 * @param tls null for plaintext
 * @param shared how many channels all threads share; 0 for one per thread
 */
public record GrpcRoute(HttpTarget target, @Nullable TlsContext tls, int shared) {

  /** Checks the number of channels. */
  public GrpcRoute {
    if (shared < 0) {
      throw new IllegalArgumentException(
          "The number of shared channels is 0 (one per thread) or more, not " + shared + ".");
    }
  }
}
