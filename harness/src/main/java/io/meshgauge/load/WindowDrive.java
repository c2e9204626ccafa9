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
 * One measured window of a crew: the common start, the seconds as they pass, the results. A worker
 * that is lost after its window has opened does not end the others': their part is measured to the
 * end and kept, and then the loss is reported.
 */
final class WindowDrive implements WorkerPool.Turn {
  /** Name of the file with what a lost worker had said. */
  static final String EVENTS = "events.ndjson";

  /** Name of the file with how far a worker's clock was ahead; absent where it is ours. */
  static final String CLOCK = "clock.json";

  /** From the agreement on a start to the start: every worker must have heard of it by then. */
  private static final Duration NOTICE = Duration.ofSeconds(2);

  /** How long before an agreed start the listener is called, as a worker of this machine does. */
  private static final Duration LEAD = Duration.ofMillis(250);

  private static final String AWAITED = "measuring, second or finished";

  private final WorkerPool crew;
  private final LoadRequest request;
  private final WorkerTimeouts patience;
  private final LoadListener listener;
  private final SecondSums sums;
  private Optional<Instant> agreed = Optional.empty();

  WindowDrive(
      WorkerPool crew, LoadRequest request, WorkerTimeouts patience, LoadListener listener) {
    this.crew = crew;
    this.request = request;
    this.patience = patience;
    this.listener = listener;
    sums = new SecondSums(crew.members());
  }

  /**
   * Measures, and brings the results into the request's folder.
   *
   * @throws LoadException when a worker fails before its window is open
   * @throws WorkerLostException when one is lost later; the others' results are kept
   */
  void run() {
    crew.members().forEach(WorkerClient::begin);
    if (crew.local()) {
      crew.say(WorkerCommand.MEASURE);
    } else {
      agree();
    }
    Duration longest = request.duration().plus(patience.overrun()).plus(NOTICE);
    WorkerPool.Limits limits =
        new WorkerPool.Limits(patience.silence(), System.nanoTime() + longest.toNanos(), AWAITED);
    crew.attend(member -> !member.measuring() && member.end() == null, limits, this);
    agreed.ifPresent(this::announce);
    crew.attend(member -> member.end() == null, limits, this);
    conclude();
  }

  /** Every worker gets the same instant, each on its own clock. */
  private void agree() {
    crew.members().forEach(WorkerClient::compareClocks);
    Instant start = Instant.now().plus(NOTICE);
    for (WorkerClient member : crew.members()) {
      member.link().say(WorkerCommand.measureAt(member.theirs(start)));
    }
    agreed = Optional.of(start);
  }

  private void announce(Instant start) {
    if (crew.members().stream().noneMatch(WorkerClient::measuring)) {
      return;
    }
    long wait = Duration.between(Instant.now(), start.minus(LEAD)).toMillis();
    try {
      TimeUnit.MILLISECONDS.sleep(Math.max(0, wait));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while waiting for the start of the window", e);
    }
    listener.measuring(start);
  }

  @Override
  public void take(WorkerClient member, WorkerEvent event) {
    switch (event.name()) {
      case "measuring" -> {
        member.opened();
        if (agreed.isEmpty()) {
          listener.measuring(member.ours(event.number("startEpochMicros")));
        }
      }
      case "second" -> {
        LoadListener.Second second = second(event);
        member.passed(second.second());
        sums.add(second);
        tellSeconds();
      }
      default -> {
        member.expect(event, "finished");
        member.finished(member.ours(event.number("endEpochMicros")));
        tellSeconds();
      }
    }
  }

  @Override
  public void lost(WorkerClient member, LoadException reason) {
    keepEvents(member);
    if (!member.measuring()) {
      throw reason;
    }
    tellSeconds();
  }

  private void tellSeconds() {
    sums.complete().forEach(listener::second);
  }

  private void conclude() {
    List<WorkerClient> finished = crew.members().stream().filter(m -> m.loss() == null).toList();
    if (finished.size() == crew.members().size()) {
      finished.stream()
          .map(member -> Objects.requireNonNull(member.end()))
          .max(Comparator.naturalOrder())
          .ifPresent(listener::finished);
    }
    finished.forEach(this::collect);
    if (crew.local() && !request.isRepeated()) {
      // Elsewhere it ends when the line is closed: with its pod its proxy would end,
      // whose
      // counters are still to be read.
      crew.members().forEach(member -> member.link().say(WorkerCommand.END));
    }
    List<WorkerClient> lost = crew.members().stream().filter(m -> m.loss() != null).toList();
    if (!lost.isEmpty()) {
      throw loss(lost);
    }
  }

  private void collect(WorkerClient member) {
    try {
      member.link().collect(folder(member));
      keepClock(member);
    } catch (LoadException e) {
      member.lose(e);
      keepEvents(member);
    }
  }

  /** The worker's files speak of its own clock; a reader needs to know how that one went. */
  private void keepClock(WorkerClient member) {
    if (agreed.isEmpty()) {
      return;
    }
    Path file = folder(member).resolve(CLOCK);
    long micros = member.offset().toNanos() / 1000;
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "{\"aheadMicros\": %d}\n".formatted(micros));
    } catch (IOException e) {
      throw new LoadException("%s could not be written: %s".formatted(file, e), e);
    }
  }

  private Path folder(WorkerClient member) {
    return crew.members().size() == 1
        ? request.folder()
        : request.folder().resolve("worker-" + member.index());
  }

  private void keepEvents(WorkerClient member) {
    Path file = folder(member).resolve(EVENTS);
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, member.lines());
    } catch (IOException e) {
      Objects.requireNonNull(member.loss()).addSuppressed(e);
    }
  }

  private WorkerLostException loss(List<WorkerClient> lost) {
    List<String> words = new ArrayList<>();
    for (WorkerClient member : lost) {
      words.add(
          "%s was lost in its window, %s; what it said is kept in %s. The reason: %s"
              .formatted(
                  member.name(),
                  member.seconds() == 0
                      ? "before its first second was over"
                      : "after second %d".formatted(member.seconds() - 1),
                  folder(member).resolve(EVENTS),
                  Objects.requireNonNull(member.loss()).getMessage()));
    }
    int kept = crew.members().size() - lost.size();
    if (kept > 0) {
      words.add(
          "The results of the other %s are kept in %s; they are a part of the load only"
              .formatted(kept == 1 ? "worker" : kept + " workers", request.folder()));
    }
    return new WorkerLostException(String.join("\n", words), lost.get(0).loss());
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
}
