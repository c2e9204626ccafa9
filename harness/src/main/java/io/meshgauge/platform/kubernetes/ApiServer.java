package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.platform.PlatformException;
import java.util.function.Supplier;

/** Requests to the API server whose failure is reported in the harness's own terms. */
final class ApiServer {
  private ApiServer() {}

  /**
   * Asks for something.
   *
   * @param what in words, for example {@code container metrics of node-1}
   * @throws PlatformException when it is refused, or no answer comes
   */
  static <T> T ask(String what, Supplier<T> request) {
    try {
      return request.get();
    } catch (KubernetesClientException e) {
      throw failure(what, e);
    }
  }

  /** The failure of a request in words. */
  static PlatformException failure(String what, KubernetesClientException e) {
    return new PlatformException("%s: %s".formatted(what, reason(e)), e);
  }

  /** What the API server said, or why it said nothing. */
  static String reason(KubernetesClientException e) {
    if (e.getStatus() != null && e.getStatus().getMessage() != null) {
      return "the API server refused: " + e.getStatus().getMessage();
    }
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return "the API server gave no answer: "
        + (cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage());
  }
}
