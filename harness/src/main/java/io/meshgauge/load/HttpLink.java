package io.meshgauge.load;

import io.meshgauge.rpc.RetryingClient.Request;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Link over HTTP to a load worker that was started with {@code --serve}, for example a pod behind a
 * port-forward.
 *
 * <p>A thread of the link polls the worker for events from construction to {@link #close}. A worker
 * exits after 90 s without a request, so create the link as soon as the worker is reachable. After
 * a broken connection the link continues at the address that is current then and loses no event.
 */
public final class HttpLink implements WorkerLink {
  /** How long one request to a worker is retried, unless set otherwise. */
  public static final Duration RETRY_LIMIT = Duration.ofSeconds(60);

  private static final Pattern SECOND_EVENT =
      Pattern.compile("\"event\":\"second\",\"second\":(\\d{1,9})\\b");

  private static final long MAX_REST_MILLIS = 2_500;

  private static final String CLOCK_HEADER = "Meshgauge-Epoch-Micros";
  private static final int CLOCK_READINGS = 7;
  private static final int MAX_END_ATTEMPTS = 4;
  private static final int POLL_SECONDS = 10;
  private static final Duration POLL_TIMEOUT = Duration.ofSeconds(POLL_SECONDS + 5);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration END_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration DOWNLOAD_TIMEOUT = Duration.ofSeconds(50);

  private final String name;
  private final HttpContact contact;
  private final Duration window;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Thread reader = new Thread(this::read, "load-worker-http");
  private volatile boolean ended;
  private volatile boolean lost;

  /** An event of the worker, or the reason why no more will come. */
  private record Event(String line, @Nullable LoadException failure) {}

  /**
   * Creates a link to a worker that listens now or will soon.
   *
   * @param name of the worker in messages, for example the name of its pod
   * @param address current address; read before every request, by one thread at a time, so that it
   *     may reopen a port-forward. An exception counts as a failed request
   * @param obituary how the worker ended, if it is known to be gone, for example with its pod; read
   *     after every failed request, perhaps by two threads at a time. An exception counts as
   *     unknown
   * @param window length of the measurement; the link polls more often near its end
   */
  public HttpLink(
      String name,
      Supplier<Address> address,
      Supplier<Optional<String>> obituary,
      Duration window) {
    this(name, address, obituary, window, RETRY_LIMIT);
  }

  /**
   * Creates a link with another retry limit.
   *
   * @param retryLimit how long one request is retried before the worker is given up
   */
  public HttpLink(
      String name,
      Supplier<Address> address,
      Supplier<Optional<String>> obituary,
      Duration window,
      Duration retryLimit) {
    this.name = name;
    this.window = window;
    contact = new HttpContact(name, address, obituary, retryLimit);
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Sends one command; returns when the worker has confirmed it. {@code end} is tried {@value
   * #MAX_END_ATTEMPTS} times and cannot fail: a worker that does not receive it exits later.
   */
  @Override
  public void send(String command) {
    if (command.equals(WorkerCommand.END)) {
      sendEnd();
    } else {
      contact.ask(post(command, REQUEST_TIMEOUT));
    }
  }

  private void sendEnd() {
    if (ended) {
      return;
    }
    ended = true;
    reader.interrupt();
    try {
      for (int i = 0; i < MAX_END_ATTEMPTS && !lost; i++) {
        if (endOnce()) {
          return;
        }
        TimeUnit.MILLISECONDS.sleep(250);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (LoadException ignored) {
      // It is gone already.
    }
  }

  private boolean endOnce() throws InterruptedException {
    try {
      contact.askOnce(post(WorkerCommand.END, END_TIMEOUT));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static Request post(String command, Duration timeout) {
    return new Request("/words", command.getBytes(StandardCharsets.UTF_8), timeout);
  }

  @Override
  public Optional<String> nextEvent(Duration limit) {
    Event next;
    try {
      next = events.poll(Math.max(0, limit.toMillis()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while waiting for " + name, e);
    }
    if (next == null) {
      return Optional.empty();
    }
    if (next.failure() != null) {
      events.add(next);
      throw next.failure();
    }
    return Optional.of(next.line());
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  /** Reads the clock several times; the error of the fastest is at most half its round trip. */
  @Override
  public Clock clock() {
    Duration ahead = Duration.ZERO;
    Duration fastest = Duration.ofDays(1);
    for (int i = 0; i < CLOCK_READINGS; i++) {
      Instant requested = Instant.now();
      HttpResponse<byte[]> answer =
          contact.ask(new Request("/events?from=999999999", null, REQUEST_TIMEOUT));
      Duration trip = Duration.between(requested, Instant.now());
      if (trip.compareTo(fastest) < 0) {
        fastest = trip;
        ahead = Duration.between(requested.plus(trip.dividedBy(2)), clock(answer));
      }
    }
    return new Clock(ahead, fastest.dividedBy(2));
  }

  private Instant clock(HttpResponse<?> answer) {
    try {
      return Instant.EPOCH.plus(
          answer.headers().firstValueAsLong(CLOCK_HEADER).orElseThrow(), ChronoUnit.MICROS);
    } catch (RuntimeException e) {
      throw new LoadException(
          "%s sent no clock: expected a number in the response header %s; is it a load worker?"
              .formatted(name, CLOCK_HEADER),
          e);
    }
  }

  @Override
  public void collect(Path folder) {
    byte[] zip = contact.ask(new Request("/results", null, DOWNLOAD_TIMEOUT)).body();
    try {
      new ResultsZip(name, ResultsZip.MAX_BYTES).unpack(zip, folder);
    } catch (IOException e) {
      throw new LoadException(
          "the results of %s could not be written to %s: %s".formatted(name, folder, e), e);
    }
  }

  @Override
  public void close() {
    sendEnd();
  }

  /**
   * Pause between two polls of a worker that measures, since every poll costs CPU on the whole path
   * to it. The pause ends with the window, because meters are read then.
   *
   * @param second the latest that is known to be over; up to one more has passed since
   * @return milliseconds
   */
  static long rest(Duration window, long second) {
    long left = window.toMillis() - TimeUnit.SECONDS.toMillis(second + 2);
    return Math.max(0, Math.min(MAX_REST_MILLIS, left));
  }

  private void rest(long second) {
    try {
      TimeUnit.MILLISECONDS.sleep(rest(window, second));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ended = true;
    }
  }

  private static OptionalLong second(String line) {
    Matcher matcher = SECOND_EVENT.matcher(line);
    return matcher.find()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }

  private void read() {
    int from = 0;
    try {
      while (!ended) {
        Request poll =
            new Request(
                "/events?from=%d&wait=%d".formatted(from, POLL_SECONDS), null, POLL_TIMEOUT);
        OptionalLong second = OptionalLong.empty();
        for (String line : HttpContact.text(contact.ask(poll).body()).lines().toList()) {
          events.add(new Event(line, null));
          from++;
          second = second(line);
        }
        second.ifPresent(this::rest);
      }
    } catch (LoadException e) {
      if (!ended) {
        lost = true;
        events.add(new Event("", e));
      }
    }
  }
}
