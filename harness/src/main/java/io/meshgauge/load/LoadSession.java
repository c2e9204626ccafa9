package io.meshgauge.load;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * A load worker that is up and has read its plan.
 *
 * <p>Warm up once or not at all, then measure once; each call waits until that is done. {@link
 * #stop} may be called from another thread. Closing ends the worker, whatever it does.
 */
public final class LoadSession implements AutoCloseable {
  private final Conversation conversation;
  private final LoadRequest request;
  private final Patience patience;

  LoadSession(Conversation conversation, LoadRequest request, Patience patience) {
    this.conversation = conversation;
    this.request = request;
    this.patience = patience;
  }

  /**
   * What the warm-up was.
   *
   * @param requests sent and thrown away
   * @param seconds it took
   */
  public record Warmth(long requests, double seconds) {}

  /** The worker's process on this machine. */
  public long pid() {
    return conversation.process().pid();
  }

  /** Where the worker leaves its results. */
  public Path folder() {
    return request.folder();
  }

  void awaitReady() {
    try {
      expect(next(patience.ready(), "ready"), "ready");
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Sends the warm-up's requests and waits until they are answered.
   *
   * @throws LoadException when the worker fails, ends or falls silent
   */
  public Warmth warm(LoadListener listener) {
    conversation.say("warm");
    while (true) {
      WorkerEvent event = next(patience.silence(), "warming or warmed");
      switch (event.name()) {
        case "warming" -> listener.warming(event.number("done"), event.number("of"));
        default -> {
          expect(event, "warmed");
          return new Warmth(event.number("requests"), event.decimal("seconds"));
        }
      }
    }
  }

  /**
   * Runs the measured window; what it left is in {@link #folder}.
   *
   * <p>Returns once the last scheduled request was answered or timed out, and the worker has ended.
   *
   * @throws LoadException when the worker fails, ends early, falls silent or overruns
   */
  public void measure(LoadListener listener) {
    conversation.say("measure");
    Instant latest = Instant.now().plus(request.duration()).plus(patience.overrun());
    while (true) {
      Duration rest = Duration.between(Instant.now(), latest);
      Duration limit = rest.compareTo(patience.silence()) < 0 ? rest : patience.silence();
      WorkerEvent event = next(limit, "measuring, second or finished, by " + latest);
      switch (event.name()) {
        case "measuring" -> listener.measuring(instant(event.number("startEpochMicros")));
        case "second" -> listener.second(second(event));
        default -> {
          expect(event, "finished");
          listener.finished(instant(event.number("endEpochMicros")));
          awaitEnd();
          return;
        }
      }
    }
  }

  /** Asks the worker to end the window now; what was measured is written all the same. */
  public void stop() {
    conversation.say("stop");
  }

  /** Ends the worker if it is still there. */
  @Override
  public void close() {
    Process process = conversation.process();
    process.destroy();
    try {
      if (!process.waitFor(patience.end().toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private WorkerEvent next(Duration limit, String awaited) {
    return conversation.next(limit, awaited);
  }

  private void expect(WorkerEvent event, String name) {
    if (!event.name().equals(name)) {
      throw conversation.failure(
          "the load worker said '%s' out of turn; expected '%s'".formatted(event.name(), name));
    }
  }

  private void awaitEnd() {
    Process process = conversation.process();
    try {
      if (!process.waitFor(patience.end().toMillis(), TimeUnit.MILLISECONDS)) {
        throw conversation.failure(
            "the load worker said it has finished and did not end within %d s"
                .formatted(patience.end().toSeconds()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while the load worker was ending", e);
    }
    if (process.exitValue() != 0) {
      throw conversation.failure(
          "the load worker finished with exit status %d; expected 0"
              .formatted(process.exitValue()));
    }
  }

  private static LoadListener.Second second(WorkerEvent event) {
    return new LoadListener.Second(
        Math.toIntExact(event.number("second")),
        event.number("scheduled"),
        event.number("sent"),
        event.number("completed"),
        event.number("errors"),
        event.number("p50Micros"),
        event.number("p99Micros"));
  }

  private static Instant instant(long epochMicros) {
    return Instant.ofEpochSecond(epochMicros / 1_000_000, epochMicros % 1_000_000 * 1000);
  }
}
