package io.meshgauge.load;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The workers of one session, and the waiting for what they say. */
final class WorkerPool {
  /** How long several workers are waited for in turn; what one says is heard within that time. */
  private static final Duration ROUND = Duration.ofMillis(40);

  private final List<WorkerClient> members;

  /** The workers at the ends of these lines, numbered in their order. */
  WorkerPool(List<? extends WorkerLink> links) {
    if (links.isEmpty()) {
      throw new IllegalArgumentException("no load worker; expected at least one");
    }
    boolean alone = links.size() == 1;
    members =
        IntStream.range(0, links.size())
            .mapToObj(index -> new WorkerClient(index, alone, links.get(index)))
            .toList();
  }

  /** What is done with what is heard. */
  @FunctionalInterface
  interface Turn {
    /** A worker said something. */
    void take(WorkerClient member, WorkerEvent event);

    /** A worker is lost, which ends the waiting unless this returns. */
    default void lost(WorkerClient member, LoadException reason) {
      throw reason;
    }
  }

  /**
   * How long to wait.
   *
   * @param silence the longest pause between two words of a worker
   * @param latestNanos when all must be through, as {@link System#nanoTime()} tells it
   * @param awaited what is waited for, in words
   */
  record Limits(Duration silence, long latestNanos, String awaited) {

    /** Only the silence is bounded. */
    static Limits silent(Duration silence, String awaited) {
      return new Limits(silence, System.nanoTime() + Duration.ofDays(365).toNanos(), awaited);
    }
  }

  List<WorkerClient> members() {
    return members;
  }

  /** Whether this is one worker on this machine, whose starting needs no agreement. */
  boolean local() {
    return members.size() == 1 && members.get(0).link().pid().isPresent();
  }

  /** Says a word to all that are not lost. */
  void say(String word) {
    members.stream().filter(m -> m.loss() == null).forEach(m -> m.link().say(word));
  }

  /**
   * Hears the workers until none is awaited any more; who is lost is not awaited.
   *
   * @throws LoadException from {@code turn}
   */
  void attend(Predicate<WorkerClient> awaited, Limits limits, Turn turn) {
    members.forEach(WorkerClient::attend);
    List<WorkerClient> busy = busy(awaited);
    while (!busy.isEmpty()) {
      for (WorkerClient member : busy) {
        attend(member, busy.size(), limits, turn);
      }
      busy = busy(awaited);
    }
  }

  private List<WorkerClient> busy(Predicate<WorkerClient> awaited) {
    return members.stream().filter(m -> m.loss() == null).filter(awaited).toList();
  }

  private static void attend(WorkerClient member, int busy, Limits limits, Turn turn) {
    try {
      Duration left = left(member, limits);
      Duration round = busy == 1 ? left : ROUND.dividedBy(busy);
      Optional<WorkerEvent> event = member.next(round.compareTo(left) < 0 ? round : left);
      if (event.isPresent()) {
        turn.take(member, event.get());
      } else if (left(member, limits).toMillis() <= 0) {
        throw silence(member, limits);
      }
    } catch (LoadException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      member.lose(e);
      turn.lost(member, e);
    }
  }

  private static Duration left(WorkerClient member, Limits limits) {
    long silent = member.heardNanos() + limits.silence().toNanos();
    long deadline = Math.min(silent, limits.latestNanos());
    return Duration.ofNanos(deadline - System.nanoTime());
  }

  private static LoadException silence(WorkerClient member, Limits limits) {
    double seconds = Math.round((System.nanoTime() - member.heardNanos()) / 1e8) / 10.0;
    return member.failure(
        System.nanoTime() >= limits.latestNanos()
            ? "%s is not through, though the time for it is over; expected: %s"
                .formatted(member.name(), limits.awaited())
            : "%s said nothing for %s s; expected: %s"
                .formatted(member.name(), seconds, limits.awaited()));
  }
}
