package io.meshgauge.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs one measured window on all workers: common start, live seconds, results. If a worker is lost
 * after the start, the others finish their part, their results are kept, and the loss is reported
 * at the end.
 */
final class WindowDrive implements WorkerPool.Handler {
  /** File with the events of a lost worker. */
  static final String EVENTS = "events.ndjson";

  /** File with the clock offset of a worker; absent on this machine. */
  static final String CLOCK = "clock.json";

  /** Time in which every worker must have received the start of the window. */
  private static final Duration START_DELAY = Duration.ofSeconds(2);

  /**
   * How long before the start the listener is called; as a worker of this machine does at first.
   */
  private static final Duration LISTENER_LEAD = Duration.ofMillis(250);

  private static final String EXPECTED_EVENTS = "measuring, second or finished";

  private final WorkerPool pool;
  private final LoadRequest request;
  private final WorkerTimeouts timeouts;
  private final LoadListener listener;
  private final String turn;
  private final SecondSums sums;
  private Optional<Instant> commonStart = Optional.empty();

  /**
   * @param turn arguments that say whose window it is; empty where no arms take turns
   */
  WindowDrive(
      WorkerPool pool,
      LoadRequest request,
      WorkerTimeouts timeouts,
      LoadListener listener,
      String turn) {
    this.pool = pool;
    this.request = request;
    this.timeouts = timeouts;
    this.listener = listener;
    this.turn = turn;
    sums = new SecondSums(pool.workers());
  }

  /**
   * Measures, and writes the results to the request's folder.
   *
   * @throws LoadException if a worker fails before its window starts
   * @throws WorkerLostException if one is lost later; the results of the others are kept
   */
  void run() {
    pool.workers().forEach(WorkerClient::begin);
    if (pool.local()) {
      pool.send(WorkerCommand.MEASURE + turn);
    } else {
      agreeOnStart();
    }
    Duration limit = request.duration().plus(timeouts.overrun()).plus(START_DELAY);
    WorkerPool.Limits limits =
        new WorkerPool.Limits(
            timeouts.silence(), System.nanoTime() + limit.toNanos(), EXPECTED_EVENTS);
    pool.attend(worker -> !worker.measuring() && worker.end() == null, limits, this);
    commonStart.ifPresent(this::announce);
    pool.attend(worker -> worker.end() == null, limits, this);
    conclude();
  }

  /** Sends every worker the same instant, converted to the worker's clock. */
  private void agreeOnStart() {
    pool.workers().forEach(WorkerClient::compareClocks);
    Instant start = Instant.now().plus(START_DELAY);
    for (WorkerClient worker : pool.workers()) {
      worker.link().send(WorkerCommand.measureAt(worker.toWorkerClock(start)) + turn);
    }
    commonStart = Optional.of(start);
  }

  private void announce(Instant start) {
    if (pool.workers().stream().noneMatch(WorkerClient::measuring)) {
      return;
    }
    long wait = Duration.between(Instant.now(), start.minus(LISTENER_LEAD)).toMillis();
    try {
      TimeUnit.MILLISECONDS.sleep(Math.max(0, wait));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while waiting for the start of the window", e);
    }
    listener.measuring(start);
  }

  @Override
  public void take(WorkerClient worker, WorkerEvent event) {
    switch (event.name()) {
      case "measuring" -> {
        worker.opened();
        if (commonStart.isEmpty()) {
          listener.measuring(worker.fromWorkerClock(event.number("startEpochMicros")));
        }
      }
      case "second" -> {
        LoadListener.Second second = second(event);
        worker.passed(second.second());
        sums.add(second);
        reportSeconds();
      }
      default -> {
        worker.expect(event, "finished");
        worker.finished(worker.fromWorkerClock(event.number("endEpochMicros")));
        reportSeconds();
      }
    }
  }

  @Override
  public void lost(WorkerClient worker, LoadException reason) {
    keepEvents(worker);
    if (!worker.measuring()) {
      throw reason;
    }
    reportSeconds();
  }

  private void reportSeconds() {
    sums.complete().forEach(listener::second);
  }

  private void conclude() {
    List<WorkerClient> finished = pool.workers().stream().filter(m -> m.loss() == null).toList();
    if (finished.size() == pool.workers().size()) {
      finished.stream()
          .map(worker -> Objects.requireNonNull(worker.end()))
          .max(Comparator.naturalOrder())
          .ifPresent(listener::finished);
    }
    finished.forEach(this::collect);
    if (pool.local() && !request.isRepeated()) {
      // On a cluster the worker ends only when its link closes: the counters of the proxy in the
      // same pod are yet to be read.
      pool.workers().forEach(worker -> worker.link().send(WorkerCommand.END));
    }
    List<WorkerClient> lost = pool.workers().stream().filter(m -> m.loss() != null).toList();
    if (!lost.isEmpty()) {
      throw loss(lost);
    }
  }

  private void collect(WorkerClient worker) {
    try {
      worker.link().collect(folder(worker));
      keepClock(worker);
    } catch (LoadException e) {
      worker.lose(e);
      keepEvents(worker);
    }
  }

  /** Timestamps in the worker's files are of its own clock, so readers need the offset. */
  private void keepClock(WorkerClient worker) {
    if (commonStart.isEmpty()) {
      return;
    }
    Path file = folder(worker).resolve(CLOCK);
    WorkerLink.Clock clock = worker.clock();
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(
          file,
          "{\"aheadMicros\": %d, \"errorMicros\": %d}\n"
              .formatted(clock.ahead().toNanos() / 1000, clock.error().toNanos() / 1000));
    } catch (IOException e) {
      throw new LoadException("%s could not be written: %s".formatted(file, e), e);
    }
  }

  private Path folder(WorkerClient worker) {
    return pool.workers().size() == 1
        ? request.folder()
        : request.folder().resolve("worker-" + worker.index());
  }

  private void keepEvents(WorkerClient worker) {
    Path file = folder(worker).resolve(EVENTS);
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, worker.lines());
    } catch (IOException e) {
      Objects.requireNonNull(worker.loss()).addSuppressed(e);
    }
  }

  private WorkerLostException loss(List<WorkerClient> lost) {
    List<String> lines = new ArrayList<>();
    for (WorkerClient worker : lost) {
      lines.add(
          "%s was lost during the window, %s; its events are kept in %s. The reason: %s"
              .formatted(
                  worker.name(),
                  worker.seconds() == 0
                      ? "before its first second was over"
                      : "after second %d".formatted(worker.seconds() - 1),
                  folder(worker).resolve(EVENTS),
                  Objects.requireNonNull(worker.loss()).getMessage()));
    }
    int kept = pool.workers().size() - lost.size();
    if (kept > 0) {
      lines.add(
          "The results of the other %s are kept in %s; they cover only part of the load"
              .formatted(kept == 1 ? "worker" : kept + " workers", request.folder()));
    }
    return new WorkerLostException(String.join("\n", lines), lost.get(0).loss());
  }

  private static LoadListener.Second second(WorkerEvent event) {
    return new LoadListener.Second(
        Math.toIntExact(event.number("second")),
        event.number("scheduled"),
        event.number("sent"),
        event.number("completed"),
        event.number("errors"),
        event.number("unanswered"),
        event.number("p50Micros"),
        event.number("p99Micros"));
  }
}
