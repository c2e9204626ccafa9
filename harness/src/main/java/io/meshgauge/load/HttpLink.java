package io.meshgauge.load;

import io.meshgauge.load.HttpContact.Question;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
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
 * A load worker that was started with {@code --serve} and is talked with over HTTP, for example a
 * pod behind a port-forward.
 *
 * <p>From its making on, a thread of the link asks the worker for events all the time: that keeps
 * the worker from taking itself for forgotten (it ends after 90 s without a request), so make the
 * link as soon as the worker can be reached, and close it. A broken connection is taken up again,
 * at an address that is resolved again, and nothing said meanwhile is missed.
 */
public final class HttpLink implements WorkerLink {
  private static final Pattern A_SECOND =
      Pattern.compile("\"event\":\"second\",\"second\":(\\d{1,9})\\b");

  private static final long BETWEEN_SECONDS_MILLIS = 2_500;

  /** How long nothing may be heard of a worker, unless said otherwise. */
  public static final Duration ENDURANCE = Duration.ofSeconds(60);

  private static final String CLOCK = "Meshgauge-Epoch-Micros";
  private static final int WAIT_SECONDS = 10;
  private static final int CLOCK_READINGS = 7;
  private static final int FAREWELLS = 4;
  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofSeconds(WAIT_SECONDS + 5);
  private static final Duration DOWNLOAD = Duration.ofSeconds(50);

  private final String name;
  private final HttpContact contact;
  private final Duration window;
  private final BlockingQueue<Said> said = new LinkedBlockingQueue<>();
  private final Thread reader = new Thread(this::read, "load-worker-http");
  private volatile boolean ended;
  private volatile boolean lost;

  /** An event of the worker, or the reason why there will be none any more. */
  private record Said(String line, @Nullable LoadException failure) {}

  /**
   * A link to a worker that listens already or will soon.
   *
   * @param name what messages call it, for example the name of its pod
   * @param address where it can be reached now; asked before every request, by one thread at a
   *     time, so that a port-forward can be opened again. What it throws counts as a failed request
   * @param obituary words when the worker is known to be gone, such as a deleted pod; asked after
   *     every failed request, perhaps by two threads at a time. What it throws counts as not
   *     knowing
   * @param window length of what is measured, whose end is to be heard of at once
   */
  public HttpLink(
      String name,
      Supplier<Address> address,
      Supplier<Optional<String>> obituary,
      Duration window) {
    this(name, address, obituary, window, ENDURANCE);
  }

  /**
   * The same with an endurance of its own.
   *
   * @param endurance how long nothing may be heard of the worker before it is given up
   */
  public HttpLink(
      String name,
      Supplier<Address> address,
      Supplier<Optional<String>> obituary,
      Duration window,
      Duration endurance) {
    this.name = name;
    this.window = window;
    contact = new HttpContact(name, address, obituary, endurance);
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Says one word; returns when the worker has confirmed it. {@code end} is said a few times at
   * most and cannot fail: a worker that does not hear it ends by itself.
   */
  @Override
  public void say(String word) {
    if (word.equals(WorkerCommand.END)) {
      sayGoodbye();
    } else {
      contact.ask(new Question("/words", word, SHORT), BodyHandlers.ofString());
    }
  }

  private void sayGoodbye() {
    if (ended) {
      return;
    }
    ended = true;
    reader.interrupt();
    try {
      for (int i = 0; i < FAREWELLS && !lost; i++) {
        Question end = new Question("/words", WorkerCommand.END, Duration.ofSeconds(1));
        if (contact.attempt(end, BodyHandlers.ofString()).answer() != null) {
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

  @Override
  public Optional<String> hear(Duration limit) {
    Said next;
    try {
      next = said.poll(Math.max(0, limit.toMillis()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while waiting for " + name, e);
    }
    if (next == null) {
      return Optional.empty();
    }
    if (next.failure() != null) {
      said.add(next);
      throw next.failure();
    }
    return Optional.of(next.line());
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  /** Read off a few answers; the quickest one is out by half of its round trip at most. */
  @Override
  public Duration clockOffset() {
    Duration offset = Duration.ZERO;
    Duration quickest = Duration.ofDays(1);
    for (int i = 0; i < CLOCK_READINGS; i++) {
      Instant asked = Instant.now();
      HttpResponse<String> answer =
          contact.ask(new Question("/events?from=999999999", null, SHORT), BodyHandlers.ofString());
      Duration trip = Duration.between(asked, Instant.now());
      if (trip.compareTo(quickest) < 0) {
        quickest = trip;
        offset = Duration.between(asked.plus(trip.dividedBy(2)), clock(answer));
      }
    }
    return offset;
  }

  private Instant clock(HttpResponse<?> answer) {
    try {
      return Instant.EPOCH.plus(
          answer.headers().firstValueAsLong(CLOCK).orElseThrow(), ChronoUnit.MICROS);
    } catch (RuntimeException e) {
      throw new LoadException(
          "%s does not tell its clock: no number in the header %s of its answer; is it a load worker?"
              .formatted(name, CLOCK),
          e);
    }
  }

  @Override
  public void collect(Path folder) {
    byte[] zip =
        contact.ask(new Question("/results", null, DOWNLOAD), BodyHandlers.ofByteArray()).body();
    try {
      new ResultsZip(name, ResultsZip.MOST_BYTES).unpack(zip, folder);
    } catch (IOException e) {
      throw new LoadException(
          "the results of %s could not be kept in %s: %s".formatted(name, folder, e), e);
    }
  }

  @Override
  public void close() {
    sayGoodbye();
  }

  /**
   * How long a worker that measures is not asked: every question costs CPU all along the way to it.
   * The end of its window is listened for all the same, since the meters are read then.
   *
   * @param second the latest that is known to be over; up to one more has passed since
   * @return milliseconds
   */
  static long rest(Duration window, long second) {
    long left = window.toMillis() - TimeUnit.SECONDS.toMillis(second + 2);
    return Math.max(0, Math.min(BETWEEN_SECONDS_MILLIS, left));
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
    Matcher matcher = A_SECOND.matcher(line);
    return matcher.find()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }

  private void read() {
    int from = 0;
    try {
      while (!ended) {
        Question question =
            new Question("/events?from=%d&wait=%d".formatted(from, WAIT_SECONDS), null, POLL);
        OptionalLong second = OptionalLong.empty();
        for (String line : contact.ask(question, BodyHandlers.ofString()).body().lines().toList()) {
          said.add(new Said(line, null));
          from++;
          second = second(line);
        }
        second.ifPresent(this::rest);
      }
    } catch (LoadException e) {
      if (!ended) {
        lost = true;
        said.add(new Said("", e));
      }
    }
  }
}
