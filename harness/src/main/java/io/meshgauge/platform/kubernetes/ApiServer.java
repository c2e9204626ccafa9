package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.platform.PlatformException;
import java.net.HttpURLConnection;
import java.util.function.Supplier;

/** Translates failures of API server requests into exceptions of the harness. */
final class ApiServer {
  private ApiServer() {}

  /**
   * Runs a request.
   *
   * @param what description for messages, for example {@code container metrics of node-1}
   * @throws PlatformException if it is refused or not answered
   */
  static <T> T ask(String what, Supplier<T> request) {
    try {
      return request.get();
    } catch (KubernetesClientException e) {
      throw failure(what, e);
    }
  }

  /** Whether a request failed because the API server does not have what it names. */
  static boolean lacks(KubernetesClientException e) {
    return e.getCode() == HttpURLConnection.HTTP_NOT_FOUND;
  }

  /** Whether a request failed because of what the API server has. */
  static boolean conflicts(KubernetesClientException e) {
    return e.getCode() == HttpURLConnection.HTTP_CONFLICT;
  }

  /** The exception of a failed request. */
  static PlatformException failure(String what, KubernetesClientException e) {
    return new PlatformException("%s: %s".formatted(what, reason(e)), e);
  }

  /** The API server's message, or why there was none. */
  static String reason(KubernetesClientException e) {
    if (e.getStatus() != null && e.getStatus().getMessage() != null) {
      return "the API server refused: " + e.getStatus().getMessage();
    }
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return "the API server gave no answer: "
        + (cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage());
  }
}
