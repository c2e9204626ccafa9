package io.meshgauge.rpc;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 client for one server whose connection may break and reopen at another address, for
 * example a port-forward. Thread-safe.
 */
public final class RetryingClient {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration RETRY_DELAY = Duration.ofMillis(300);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();
  private final Supplier<Address> address;
  private final RetryPolicy<Object> retries;

  /**
   * Creates a client; nothing is sent yet.
   *
   * @param address the server's current address; read before every request, by one thread at a
   *     time. An exception counts as a failed request
   * @param retryLimit how long one call is retried; longer than the delay of 300 ms between two
   *     attempts
   */
  public RetryingClient(Supplier<Address> address, Duration retryLimit) {
    this.address = address;
    retries =
        RetryPolicy.builder()
            .handle(IOException.class)
            .withDelay(RETRY_DELAY)
            .withMaxAttempts(-1)
            .withMaxDuration(retryLimit)
            .build();
  }

  /**
   * A request.
   *
   * @param path with its query
   * @param body of a POST; null for a GET
   * @param timeout of one attempt, up to the last byte of the response
   */
  public record Request(String path, byte @Nullable [] body, Duration timeout) {
    private HttpRequest to(Address address) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create("http://" + address + path)).timeout(timeout);
      return body == null
          ? request.build()
          : request.POST(BodyPublishers.ofByteArray(body)).build();
    }
  }

  /** An exchange with the server; an {@link IOException} means that it may be retried. */
  @FunctionalInterface
  public interface Exchange<T> {
    /** Sends, and reads the response. */
    T run() throws IOException, InterruptedException;
  }

  /**
   * Repeats an exchange while it fails with an {@link IOException}.
   *
   * @throws IOException the last failure, once the retry limit has passed
   */
  public <T> T retry(Exchange<T> exchange) throws IOException, InterruptedException {
    try {
      return Failsafe.with(retries).get(exchange::run);
    } catch (FailsafeException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof InterruptedException interrupt) {
        throw interrupt;
      }
      throw e;
    }
  }

  /** Sends one request, without a retry. */
  public HttpResponse<byte[]> send(Request request) throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> response =
        http.sendAsync(request.to(currentAddress()), BodyHandlers.ofByteArray());
    try {
      // The timeout of HttpRequest ends with the response headers; the body may stall as well.
      return response.get(request.timeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    } catch (TimeoutException e) {
      throw new IOException("no answer within %d s".formatted(request.timeout().toSeconds()), e);
    } finally {
      response.cancel(true);
    }
  }

  private synchronized Address currentAddress() throws IOException {
    try {
      return address.get();
    } catch (RuntimeException e) {
      throw new IOException("cannot connect: " + e.getMessage(), e);
    }
  }
}
