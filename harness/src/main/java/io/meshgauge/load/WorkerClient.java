package io.meshgauge.load;

import io.meshgauge.measure.LabelResult.Mismatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One worker of a session: its link and its state. */
final class WorkerClient {
  private final int index;
  private final boolean alone;
  private final WorkerLink link;
  private final List<String> lines = new ArrayList<>();
  private final Map<List<String>, Mismatch> mismatches = new LinkedHashMap<>();
  private WorkerLink.Clock clock = WorkerLink.Clock.SAME;
  private long heardNanos;
  private boolean measuring;
  private int seconds;
  private @Nullable Instant end;
  private volatile @Nullable LoadException loss;

  /**
   * Creates a worker without any event yet.
   *
   * @param index from 0
   * @param alone whether it is the only one
   */
  WorkerClient(int index, boolean alone, WorkerLink link) {
    this.index = index;
    this.alone = alone;
    this.link = link;
  }

  int index() {
    return index;
  }

  WorkerLink link() {
    return link;
  }

  /** Its name in messages. */
  String name() {
    return alone ? "the load worker" : "load worker-" + index;
  }

  /** All its events. */
  List<String> lines() {
    return lines;
  }

  /** Starts to count its silence. */
  void attend() {
    heardNanos = System.nanoTime();
  }

  long heardNanos() {
    return heardNanos;
  }

  /**
   * Its next event; empty if none came in time.
   *
   * @throws LoadException if it exited, failed, or sent an invalid event
   */
  Optional<WorkerEvent> next(Duration limit) {
    Optional<String> line = link.nextEvent(limit);
    if (line.isEmpty()) {
      return Optional.empty();
    }
    heardNanos = System.nanoTime();
    lines.add(line.get());
    WorkerEvent event = parse(line.get());
    if (event.name().equals("failed")) {
      throw failure("%s failed: %s".formatted(name(), event.text("reason")));
    }
    return Optional.of(event);
  }

  private WorkerEvent parse(String line) {
    try {
      return WorkerEvent.parse(line);
    } catch (IllegalArgumentException e) {
      throw failure(
          "%s sent an invalid event (%s): '%s'; expected one JSON object per line"
              .formatted(name(), e.getMessage(), shortened(line)));
    }
  }

  private static String shortened(String line) {
    return line.length() <= 200 ? line : line.substring(0, 200) + "…";
  }

  /** A failure with the end of the worker's log. */
  LoadException failure(String what) {
    return new LoadException(what + link.logTail());
  }

  /**
   * Checks the name of an event.
   *
   * @throws LoadException if it is another one
   */
  void expect(WorkerEvent event, String name) {
    if (!event.name().equals(name)) {
      throw failure(
          "%s sent '%s' out of order; expected '%s'".formatted(name(), event.name(), name));
    }
  }

  /** Compares its clock with the harness's. */
  void compareClocks() {
    clock = link.clock();
  }

  /** Its clock, as compared last. */
  WorkerLink.Clock clock() {
    return clock;
  }

  /** Converts an instant to its clock. */
  Instant toWorkerClock(Instant instant) {
    return instant.plus(clock.ahead());
  }

  /** Converts microseconds since the epoch from its clock. */
  Instant fromWorkerClock(long epochMicros) {
    return Instant.ofEpochSecond(epochMicros / 1_000_000, epochMicros % 1_000_000 * 1000)
        .minus(clock.ahead());
  }

  /** Forgets the previous window before another one starts. */
  void begin() {
    if (end != null) {
      lines.clear();
      measuring = false;
      seconds = 0;
      end = null;
    }
  }

  /**
   * Counts of requests that were not answered as expected replace earlier ones of the same kind.
   */
  void mismatched(WorkerEvent event) {
    Mismatch seen =
        new Mismatch(
            event.text("label"),
            event.text("expected"),
            event.text("received"),
            event.number("count"),
            event.number("of"),
            event.text("excerpt"));
    mismatches.put(List.of(seen.label(), seen.received()), seen);
  }

  /** Requests that were not answered as expected, up to about a second ago. */
  Collection<Mismatch> mismatches() {
    return mismatches.values();
  }

  /** Its window has started, or will at the agreed time. */
  void opened() {
    measuring = true;
  }

  boolean measuring() {
    return measuring;
  }

  /** A second of its window is over. */
  void passed(int second) {
    seconds = second + 1;
  }

  /** Number of seconds of its window that are over. */
  int seconds() {
    return seconds;
  }

  void finished(Instant at) {
    end = at;
  }

  /** When it finished; null before. */
  @Nullable Instant end() {
    return end;
  }

  /** Marks it as lost. */
  void lose(LoadException reason) {
    loss = reason;
  }

  /** Why it is lost; null if it is not. */
  @Nullable LoadException loss() {
    return loss;
  }
}
