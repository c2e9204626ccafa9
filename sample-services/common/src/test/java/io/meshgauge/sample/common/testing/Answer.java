package io.meshgauge.sample.common.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * An HTTP answer as tests look at it.
 *
 * @param status HTTP status
 * @param contentType Content-Type header, empty when absent
 * @param servedBy the replica that served, empty when not said
 * @param body the body as text
 */
public record Answer(int status, String contentType, String servedBy, String body) {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Fetches a URL; headers are name, value, name, value … */
  public static Answer get(String url, String... headers) {
    return of(request(url, headers).GET());
  }

  /** Posts JSON; further headers are name, value, name, value … */
  public static Answer postJson(String url, String json, String... headers) {
    return of(
        request(url, headers)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  /** A request on which a test can set what it likes. */
  public static HttpRequest.Builder request(String url, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(30));
    return headers.length == 0 ? request : request.headers(headers);
  }

  /** Sends the request and reads the answer. */
  public static Answer of(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
      return new Answer(
          response.statusCode(),
          response.headers().firstValue("Content-Type").orElse(""),
          response.headers().firstValue("x-meshgauge-served-by").orElse(""),
          response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Whether this is a problem with its own status in the body. */
  public boolean isProblem() {
    return contentType.startsWith("application/problem+json")
        && body.contains("\"status\":" + status);
  }
}
