package io.meshgauge.platform.kubernetes.api;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.platform.PlatformException;
import java.net.HttpURLConnection;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Translates failures of API server requests into exceptions of the harness. */
public final class ApiServer {
  private static final int IMPATIENT_MILLIS = 4_000;

  private ApiServer() {}

  /**
   * Runs a request.
   *
   * @param what description for messages, for example {@code container metrics of node-1}
   * @throws PlatformException if it is refused or not answered
   */
  public static <T> T ask(String what, Supplier<T> request) {
    try {
      return request.get();
    } catch (KubernetesClientException e) {
      throw failure(what, e);
    }
  }

  /**
   * A client of the same cluster that gives up after a few seconds and does not try again: for what
   * is only read to explain a failure. The caller closes it.
   */
  public static KubernetesClient impatient(KubernetesClient client) {
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(client.getConfiguration())
                .withRequestRetryBackoffLimit(0)
                .withRequestTimeout(IMPATIENT_MILLIS)
                .withConnectionTimeout(IMPATIENT_MILLIS)
                .build())
        .build();
  }

  /** Whether a request failed because the API server does not have what it names. */
  public static boolean lacks(KubernetesClientException e) {
    return e.getCode() == HttpURLConnection.HTTP_NOT_FOUND;
  }

  /** Whether a request failed because of what the API server has. */
  public static boolean conflicts(KubernetesClientException e) {
    return e.getCode() == HttpURLConnection.HTTP_CONFLICT;
  }

  /** The exception of a failed request. */
  public static PlatformException failure(String what, KubernetesClientException e) {
    return new PlatformException("%s: %s".formatted(what, reason(e)), e);
  }

  /** The API server's message, or why there was none. */
  public static String reason(KubernetesClientException e) {
    if (e.getStatus() != null && e.getStatus().getMessage() != null) {
      return "the API server refused: " + e.getStatus().getMessage();
    }
    Throwable root = causes(e).reduce((outer, inner) -> inner).orElse(e);
    return "the API server gave no answer: " + words(root);
  }

  /** Whether the API server took a connection and did not answer in the time of a request. */
  static boolean timedOut(KubernetesClientException e) {
    return causes(e)
        .filter(it -> !(it instanceof HttpConnectTimeoutException))
        .anyMatch(it -> it instanceof TimeoutException || it instanceof HttpTimeoutException);
  }

  private static Stream<Throwable> causes(Throwable e) {
    return Stream.iterate(e, Objects::nonNull, Throwable::getCause);
  }

  /** The causes of failed connections have no messages of their own. */
  private static String words(Throwable cause) {
    if (cause instanceof UnresolvedAddressException) {
      return "the name of its host is unknown";
    }
    if (cause instanceof ClosedChannelException) {
      return "no connection could be made, or it was closed";
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
