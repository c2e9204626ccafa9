package io.meshgauge.load;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One worker of a session: its line, and how far it has come. */
final class WorkerClient {
  private final int index;
  private final boolean alone;
  private final WorkerLink link;
  private final List<String> lines = new ArrayList<>();
  private Duration offset = Duration.ZERO;
  private long heardNanos;
  private boolean measuring;
  private int seconds;
  private @Nullable Instant end;
  private volatile @Nullable LoadException loss;

  /**
   * A worker that has said nothing yet.
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

  /** What messages call it. */
  String name() {
    return alone ? "the load worker" : "load worker-" + index;
  }

  /** Everything it said. */
  List<String> lines() {
    return lines;
  }

  /** Begins a wait in which it may not be silent for too long. */
  void attend() {
    heardNanos = System.nanoTime();
  }

  long heardNanos() {
    return heardNanos;
  }

  /**
   * Its next event; empty when none came in time.
   *
   * @throws LoadException when it ended, failed, or says something else than an event
   */
  Optional<WorkerEvent> next(Duration limit) {
    Optional<String> line = link.hear(limit);
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
          "%s said something that is no event (%s): '%s'; expected a JSON object a line"
              .formatted(name(), e.getMessage(), shortened(line)));
    }
  }

  private static String shortened(String line) {
    return line.length() <= 200 ? line : line.substring(0, 200) + "…";
  }

  /** A failure with what the worker left that may explain it. */
  LoadException failure(String what) {
    return new LoadException(what + link.traces());
  }

  /**
   * Refuses an event that is not the expected one.
   *
   * @throws LoadException when it is another
   */
  void expect(WorkerEvent event, String name) {
    if (!event.name().equals(name)) {
      throw failure(
          "%s said '%s' out of turn; expected '%s'".formatted(name(), event.name(), name));
    }
  }

  /** Asks how its clock differs from ours. */
  void compareClocks() {
    offset = link.clockOffset();
  }

  /** How far its clock is ahead of ours. */
  Duration offset() {
    return offset;
  }

  /** An instant of our clock on its clock. */
  Instant theirs(Instant ours) {
    return ours.plus(offset);
  }

  /** An instant of its clock, in microseconds since the epoch, on our clock. */
  Instant ours(long epochMicros) {
    return Instant.ofEpochSecond(epochMicros / 1_000_000, epochMicros % 1_000_000 * 1000)
        .minus(offset);
  }

  /** Another window is about to be asked for: what was said of those before is over. */
  void begin() {
    if (end != null) {
      lines.clear();
      measuring = false;
      seconds = 0;
      end = null;
    }
  }

  /** Its window has been opened, or will be at the agreed start. */
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

  /** Seconds of its window that are over. */
  int seconds() {
    return seconds;
  }

  void finished(Instant at) {
    end = at;
  }

  /** When it finished; null while it has not. */
  @Nullable Instant end() {
    return end;
  }

  /** It is lost to the session, for that reason. */
  void lose(LoadException reason) {
    loss = reason;
  }

  /** Why it is lost; null while it is not. */
  @Nullable LoadException loss() {
    return loss;
  }
}
