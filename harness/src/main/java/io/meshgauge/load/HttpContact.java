package io.meshgauge.load;

import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests to one worker over a connection that may break: each is repeated until it is answered,
 * the worker is known to be gone, or nothing was heard of it for too long. Safe for threads.
 */
final class HttpContact {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final long PAUSE_MILLIS = 500;
  private static final String PROCESS = "Meshgauge-Process";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();
  private final String name;
  private final Supplier<Address> address;
  private final Supplier<Optional<String>> obituary;
  private final Duration endurance;
  private volatile long heardNanos = System.nanoTime();
  private @Nullable String process;

  /**
   * A contact that is counted from now.
   *
   * @param name what messages call the worker
   * @param address where it is to be reached; asked before every request, never by two at a time
   * @param obituary words when the worker is known to be gone; asked after every failed request
   * @param endurance how long to go on without any answer
   */
  HttpContact(
      String name,
      Supplier<Address> address,
      Supplier<Optional<String>> obituary,
      Duration endurance) {
    this.name = name;
    this.address = address;
    this.obituary = obituary;
    this.endurance = endurance;
  }

  /**
   * A request to be made.
   *
   * @param path with its query
   * @param word the body of a POST; null for a GET
   * @param limit for one attempt, to the last byte of the answer
   */
  record Question(String path, @Nullable String word, Duration limit) {

    HttpRequest to(Address address) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create("http://" + address + path)).timeout(limit);
      return word == null
          ? request.build()
          : request.POST(HttpRequest.BodyPublishers.ofString(word)).build();
    }

    @Override
    public String toString() {
      return word == null ? "GET " + path : "POST " + path + " '" + word + "'";
    }
  }

  /**
   * Asks until there is an answer.
   *
   * @throws WorkerLostException when the worker is known to be gone or was restarted
   * @throws LoadException when nothing was heard of it for the time of endurance, or it refuses
   */
  <T> HttpResponse<T> ask(Question question, HttpResponse.BodyHandler<T> handler) {
    while (true) {
      Attempt<T> attempt = attempt(question, handler);
      if (attempt.answer() != null) {
        return attempt.answer();
      }
      if (System.nanoTime() - heardNanos > endurance.toNanos()) {
        throw new LoadException(
            ("no contact with %s for %d s (last: %s); expected it to answer %s. Look whether it still"
                    + " runs, what its log says, and whether the way to it is open")
                .formatted(name, endurance.toSeconds(), attempt.failure(), question),
            attempt.failure());
      }
      pause();
    }
  }

  /**
   * The outcome of one attempt: an answer, or why there is none yet.
   *
   * @param answer null when there was none
   * @param failure null when there was one
   */
  record Attempt<T>(@Nullable HttpResponse<T> answer, @Nullable Exception failure) {}

  /**
   * Asks once.
   *
   * @throws LoadException as {@link #ask} does, but for endurance
   */
  <T> Attempt<T> attempt(Question question, HttpResponse.BodyHandler<T> handler) {
    try {
      HttpResponse<T> answer = send(question, handler);
      heardNanos = System.nanoTime();
      check(question, answer);
      return new Attempt<>(answer, null);
    } catch (IOException e) {
      Optional<String> death = death();
      if (death.isPresent()) {
        throw new WorkerLostException("%s is gone: %s".formatted(name, death.get()), e);
      }
      return new Attempt<>(null, e);
    }
  }

  private <T> HttpResponse<T> send(Question question, HttpResponse.BodyHandler<T> handler)
      throws IOException {
    CompletableFuture<HttpResponse<T>> answer = client.sendAsync(question.to(where()), handler);
    try {
      // The client's own limit ends with the head of an answer; the rest may be held up as well.
      HttpResponse<T> got = answer.get(question.limit().toMillis(), TimeUnit.MILLISECONDS);
      if (got.statusCode() >= 500) {
        throw new IOException("status " + got.statusCode());
      }
      return got;
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    } catch (TimeoutException e) {
      throw new IOException("no answer within %d s".formatted(question.limit().toSeconds()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while asking %s: %s".formatted(name, question), e);
    } finally {
      answer.cancel(true);
    }
  }

  private synchronized Address where() throws IOException {
    try {
      return address.get();
    } catch (RuntimeException e) {
      throw new IOException("no way to it: " + e.getMessage(), e);
    }
  }

  private <T> void check(Question question, HttpResponse<T> answer) {
    Optional<String> now = answer.headers().firstValue(PROCESS);
    if (now.isPresent() && !sameProcess(now.get())) {
      throw new WorkerLostException(
          "%s was restarted: another process answers %s; expected the one that was there before"
              .formatted(name, question));
    }
    if (answer.statusCode() != 200) {
      String words =
          answer.body() instanceof byte[] bytes
              ? new String(bytes, StandardCharsets.UTF_8)
              : String.valueOf(answer.body());
      throw new LoadException(
          "%s answered %s with status %d: %s; expected 200"
              .formatted(name, question, answer.statusCode(), words.strip()));
    }
  }

  private synchronized boolean sameProcess(String now) {
    if (process == null) {
      process = now;
    }
    return process.equals(now);
  }

  /** Words when the worker is known to be gone; who cannot be asked knows nothing. */
  private Optional<String> death() {
    try {
      return obituary.get();
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while %s could not be reached".formatted(name), e);
    }
  }
}
