package io.meshgauge.load;

import io.meshgauge.rpc.RetryingClient;
import io.meshgauge.rpc.RetryingClient.Request;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * HTTP requests to one load worker. A request is retried until the worker answers, is known to be
 * gone, or stays silent for too long. Thread-safe.
 */
final class HttpContact {
  private static final String PROCESS_HEADER = "Meshgauge-Process";

  private final RetryingClient client;
  private final String name;
  private final Supplier<Optional<String>> obituary;
  private final Duration retryLimit;
  private @Nullable String process;

  /**
   * Creates a contact; nothing is sent yet.
   *
   * @param name of the worker in messages
   * @param address current address; read before every request, by one thread at a time
   * @param obituary how the worker ended, if it is known to be gone; read after every failed
   *     request
   * @param retryLimit how long one request is retried
   */
  HttpContact(
      String name,
      Supplier<Address> address,
      Supplier<Optional<String>> obituary,
      Duration retryLimit) {
    this.name = name;
    this.obituary = obituary;
    this.retryLimit = retryLimit;
    client = new RetryingClient(address, retryLimit);
  }

  /**
   * Sends a request until it is answered.
   *
   * @throws WorkerLostException if the worker is known to be gone or was restarted
   * @throws LoadException if it did not answer within the retry limit, or refused
   */
  HttpResponse<byte[]> ask(Request request) {
    try {
      return client.retry(() -> askOnce(request));
    } catch (IOException e) {
      throw new LoadException(
          ("no contact with %s for %d s (last: %s); expected it to answer %s. Check that it is"
                  + " running, its log, and the port-forward to it")
              .formatted(name, retryLimit.toSeconds(), e, describe(request)),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException(
          "interrupted while asking %s: %s".formatted(name, describe(request)), e);
    }
  }

  /**
   * Sends a request once.
   *
   * @throws LoadException as {@link #ask} does
   * @throws IOException if it was not answered
   */
  HttpResponse<byte[]> askOnce(Request request) throws IOException, InterruptedException {
    try {
      HttpResponse<byte[]> answer = client.send(request);
      if (answer.statusCode() >= 500) {
        throw new IOException("status " + answer.statusCode());
      }
      check(request, answer);
      return answer;
    } catch (IOException e) {
      Optional<String> death = death();
      if (death.isPresent()) {
        throw new WorkerLostException("%s is gone: %s".formatted(name, death.get()), e);
      }
      throw e;
    }
  }

  private void check(Request request, HttpResponse<byte[]> answer) {
    Optional<String> now = answer.headers().firstValue(PROCESS_HEADER);
    if (now.isPresent() && !sameProcess(now.get())) {
      throw new WorkerLostException(
          "%s was restarted: another process answers %s; expected the process of the first answer"
              .formatted(name, describe(request)));
    }
    if (answer.statusCode() != 200) {
      throw new LoadException(
          "%s answered %s with status %d: %s; expected 200"
              .formatted(
                  name, describe(request), answer.statusCode(), text(answer.body()).strip()));
    }
  }

  private synchronized boolean sameProcess(String now) {
    if (process == null) {
      process = now;
    }
    return process.equals(now);
  }

  private Optional<String> death() {
    try {
      return obituary.get();
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  private static String describe(Request request) {
    return request.body() == null
        ? "GET " + request.path()
        : "POST " + request.path() + " '" + text(request.body()) + "'";
  }

  /** The body of a request or answer as text. */
  static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }
}
