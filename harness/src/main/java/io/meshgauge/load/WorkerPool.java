package io.meshgauge.load;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The workers of one session, and the wait for their events. */
final class WorkerPool {
  /** Longest delay until the event of one of several workers is received. */
  private static final Duration POLL_ROUND = Duration.ofMillis(40);

  private final List<WorkerClient> workers;

  /** Creates a pool of the workers behind these links, numbered in their order. */
  WorkerPool(List<? extends WorkerLink> links) {
    if (links.isEmpty()) {
      throw new IllegalArgumentException("no load worker; expected at least one");
    }
    boolean alone = links.size() == 1;
    workers =
        IntStream.range(0, links.size())
            .mapToObj(index -> new WorkerClient(index, alone, links.get(index)))
            .toList();
  }

  /** Handles the events of the workers. */
  @FunctionalInterface
  interface Handler {
    /** A worker sent an event. */
    void take(WorkerClient worker, WorkerEvent event);

    /** A worker is lost; the wait ends unless this method returns. */
    default void lost(WorkerClient worker, LoadException reason) {
      throw reason;
    }
  }

  /**
   * Limits of a wait.
   *
   * @param silence longest pause between two events of a worker
   * @param latestNanos deadline of all workers, as {@link System#nanoTime()}
   * @param awaited names of the expected events, for messages
   */
  record Limits(Duration silence, long latestNanos, String awaited) {

    /** Limits the silence only. */
    static Limits silent(Duration silence, String awaited) {
      return new Limits(silence, System.nanoTime() + Duration.ofDays(365).toNanos(), awaited);
    }
  }

  List<WorkerClient> workers() {
    return workers;
  }

  /** Whether this is a single worker on this machine, which needs no agreed start. */
  boolean local() {
    return workers.size() == 1 && workers.get(0).link().pid().isPresent();
  }

  /** Sends a command to all workers that are not lost. */
  void send(String command) {
    workers.stream().filter(m -> m.loss() == null).forEach(m -> m.link().send(command));
  }

  /**
   * Receives events until no worker is awaited; lost workers are not awaited.
   *
   * @throws LoadException from {@code handler}
   */
  void attend(Predicate<WorkerClient> awaited, Limits limits, Handler handler) {
    workers.forEach(WorkerClient::attend);
    List<WorkerClient> busy = busy(awaited);
    while (!busy.isEmpty()) {
      for (WorkerClient worker : busy) {
        attend(worker, busy.size(), limits, handler);
      }
      busy = busy(awaited);
    }
  }

  private List<WorkerClient> busy(Predicate<WorkerClient> awaited) {
    return workers.stream().filter(m -> m.loss() == null).filter(awaited).toList();
  }

  private static void attend(WorkerClient worker, int busy, Limits limits, Handler handler) {
    try {
      Duration left = left(worker, limits);
      Duration round = busy == 1 ? left : POLL_ROUND.dividedBy(busy);
      Optional<WorkerEvent> event = worker.next(round.compareTo(left) < 0 ? round : left);
      if (event.isPresent() && event.get().name().equals("mismatched")) {
        worker.mismatched(event.get());
      } else if (event.isPresent()) {
        handler.take(worker, event.get());
      } else if (left(worker, limits).toMillis() <= 0) {
        throw silence(worker, limits);
      }
    } catch (LoadException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      worker.lose(e);
      handler.lost(worker, e);
    }
  }

  private static Duration left(WorkerClient worker, Limits limits) {
    long silent = worker.heardNanos() + limits.silence().toNanos();
    long deadline = Math.min(silent, limits.latestNanos());
    return Duration.ofNanos(deadline - System.nanoTime());
  }

  private static LoadException silence(WorkerClient worker, Limits limits) {
    double seconds = Math.round((System.nanoTime() - worker.heardNanos()) / 1e8) / 10.0;
    return worker.failure(
        System.nanoTime() >= limits.latestNanos()
            ? "%s did not finish in time; expected: %s".formatted(worker.name(), limits.awaited())
            : "%s sent no event for %s s; expected: %s"
                .formatted(worker.name(), seconds, limits.awaited()));
  }
}
