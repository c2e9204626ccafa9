package io.meshgauge.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a session with scripted links instead of remote workers. */
@Timeout(30)
class SeveralWorkersTest {
  private static final WorkerTimeouts SHORT =
      new WorkerTimeouts(
          Duration.ofSeconds(5),
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(1));

  @TempDir Path folder;
  private final FakeLink first = new FakeLink(Duration.ofSeconds(-30));
  private final FakeLink second = new FakeLink(Duration.ofSeconds(70));
  private final Heard heard = new Heard();

  @BeforeEach
  void markReady() {
    first.say.add("{\"event\":\"ready\"}");
    second.say.add("{\"event\":\"ready\"}");
  }

  @Test
  void warmUpsAndSecondsAddUpAndResultsStaySeparate() {
    first.onWarm(
        "{\"event\":\"warming\",\"done\":1,\"of\":4,\"ended\":1,\"failed\":0}", warmed(4, 0.5));
    second.onWarm(
        "{\"event\":\"warming\",\"done\":2,\"of\":5,\"ended\":2,\"failed\":0}", warmed(5, 0.7));
    first.onMeasure(measuring(), second(0, 10, 300), second(1, 20, 100), finished());
    second.onMeasure(measuring(), second(0, 11, 200), second(1, 21, 900), finished());

    try (LoadSession session = join()) {
      assertThat(session.pids()).isEmpty();
      assertThat(session.warm(heard)).isEqualTo(new LoadSession.Warmth(9, 0.7));
      session.measure(heard);
    }

    assertThat(heard.commands).contains("3 of 9");
    assertThat(heard.commands.subList(heard.commands.size() - 4, heard.commands.size()))
        .containsExactly("from", "0: 21 p99 300", "1: 41 p99 900", "to");
    assertThat(first.collected).isEqualTo(folder.resolve("worker-0"));
    assertThat(second.collected).isEqualTo(folder.resolve("worker-1"));
    assertThat(first.commands).startsWith("warm").endsWith("closed").doesNotContain("end");
  }

  @Test
  void workersReceiveTheCommonStartOnTheirOwnClocks() {
    first.onMeasure(measuring(), finished());
    second.onMeasure(measuring(), finished());
    Instant before = Instant.now();
    List<Long> noticeMillis = new ArrayList<>();

    try (LoadSession session = join()) {
      session.measure(
          new LoadListener() {
            @Override
            public void measuring(Instant start) {
              noticeMillis.add(Duration.between(Instant.now(), start).toMillis());
            }
          });
    }

    assertThat(Duration.between(first.start(), second.start())).isEqualTo(Duration.ofSeconds(100));
    assertThat(folder.resolve("worker-0/clock.json"))
        .hasContent("{\"aheadMicros\": -30000000, \"errorMicros\": 2000}");
    assertThat(folder.resolve("worker-1/clock.json"))
        .hasContent("{\"aheadMicros\": 70000000, \"errorMicros\": 2000}");
    Instant start = first.start().plusSeconds(30);
    assertThat(Duration.between(before, start)).isBetween(millis(2000), millis(3500));
    assertThat(noticeMillis).singleElement().satisfies(ms -> assertThat(ms).isLessThan(300));
  }

  @Test
  void workerLostInTheWindowDoesNotEndTheOthers() throws IOException {
    first.onMeasure(measuring(), second(0, 10, 1), second(1, 10, 1), second(2, 9, 1), finished());
    second.onMeasure(measuring(), second(0, 10, 1));
    second.death = "its pod was evicted";

    try (LoadSession session = join()) {
      assertThatThrownBy(() -> session.measure(heard))
          .isInstanceOf(WorkerLostException.class)
          .hasMessageContaining("load worker-1 was lost during the window, after second 0")
          .hasMessageContaining("its pod was evicted")
          .hasMessageContaining("The results of the other worker are kept in " + folder);
    }

    assertThat(heard.commands).containsExactly("from", "0: 20 p99 1", "1: 10 p99 1", "2: 9 p99 1");
    assertThat(first.collected).isEqualTo(folder.resolve("worker-0"));
    assertThat(second.collected).isNull();
    assertThat(Files.readAllLines(folder.resolve("worker-1/events.ndjson")))
        .containsExactly("{\"event\":\"ready\"}", measuring(), second(0, 10, 1));
  }

  @Test
  void workerFailingBeforeTheWindowEndsTheSession() {
    first.onMeasure(measuring());
    second.onMeasure("{\"event\":\"failed\",\"reason\":\"Compare the clocks\"}");

    try (LoadSession session = join()) {
      assertThatThrownBy(() -> session.measure(heard))
          .isInstanceOf(LoadException.class)
          .hasMessageContaining("load worker-1 failed: Compare the clocks");
    }

    assertThat(heard.commands).isEmpty();
    assertThat(first.commands).last().isEqualTo("closed");
  }

  @Test
  void silentWorkerIsLost() {
    first.onMeasure(measuring(), second(0, 10, 1), finished());
    second.onMeasure(measuring());

    try (LoadSession session = join()) {
      assertThatThrownBy(() -> session.measure(heard))
          .isInstanceOf(WorkerLostException.class)
          .hasMessageContaining("before its first second was over")
          .hasMessageContaining("load worker-1 sent no event for 1.");
    }
    assertThat(heard.commands).containsExactly("from", "0: 10 p99 1");
  }

  @Test
  void workerWithoutResultsIsLost() {
    first.onMeasure(measuring(), second(0, 10, 1), finished());
    second.onMeasure(measuring(), second(0, 10, 1), finished());
    first.refusesResults = true;

    try (LoadSession session = join()) {
      assertThatThrownBy(() -> session.measure(heard))
          .isInstanceOf(WorkerLostException.class)
          .hasMessageContaining("load worker-0 was lost")
          .hasMessageContaining("no results");
    }
    assertThat(second.collected).isNotNull();
  }

  @Test
  void stopReachesAllWorkersAlthoughOneRefuses() {
    try (LoadSession session = join()) {
      first.deaf = true;
      assertThatThrownBy(session::stop).isInstanceOf(LoadException.class);
    }
    assertThat(second.commands).contains("stop");
  }

  private LoadSession join() {
    return LoadGenerator.join(
        List.of(first, second),
        new LoadRequest(folder, folder, Duration.ofSeconds(3), new TreeMap<>()),
        SHORT);
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  private static String warmed(int requests, double seconds) {
    return "{\"event\":\"warmed\",\"requests\":%d,\"seconds\":%s}".formatted(requests, seconds);
  }

  private static String measuring() {
    return "{\"event\":\"measuring\",\"startEpochMicros\":1700000000000000}";
  }

  private static String second(int second, int sent, int p99) {
    return ("{\"event\":\"second\",\"second\":%d,\"scheduled\":%d,\"sent\":%d,\"completed\":%d,"
            + "\"errors\":0,\"unanswered\":0,\"p50Micros\":1,\"p99Micros\":%d}")
        .formatted(second, sent, sent, sent, p99);
  }

  private static String finished() {
    return "{\"event\":\"finished\",\"endEpochMicros\":1700000003000000}";
  }

  /** A worker that answers commands with prepared lines, and may end after them. */
  private static final class FakeLink implements WorkerLink {
    private final Duration offset;
    private final List<String> say = new CopyOnWriteArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private List<String> onWarm = List.of();
    private List<String> onMeasure = List.of();
    private String death = "";
    private boolean deaf;
    private boolean refusesResults;
    private Path collected;

    FakeLink(Duration offset) {
      this.offset = offset;
    }

    void onWarm(String... lines) {
      onWarm = List.of(lines);
    }

    void onMeasure(String... lines) {
      onMeasure = List.of(lines);
    }

    Instant start() {
      String measure =
          commands.stream().filter(w -> w.startsWith("measure ")).findFirst().orElseThrow();
      return Instant.EPOCH.plus(Long.parseLong(measure.substring(8)), ChronoUnit.MICROS);
    }

    @Override
    public void send(String command) {
      if (deaf) {
        throw new LoadException("deaf");
      }
      commands.add(command);
      if (command.equals("warm")) {
        say.addAll(onWarm);
      } else if (command.startsWith("measure")) {
        say.addAll(onMeasure);
      }
    }

    @Override
    public Optional<String> nextEvent(Duration limit) {
      if (!say.isEmpty()) {
        return Optional.of(say.remove(0));
      }
      if (!death.isEmpty()) {
        throw new WorkerLostException(death);
      }
      try {
        Thread.sleep(Math.min(20, limit.toMillis()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return Optional.empty();
    }

    @Override
    public OptionalLong pid() {
      return OptionalLong.empty();
    }

    @Override
    public Clock clock() {
      return new Clock(offset, Duration.ofMillis(2));
    }

    @Override
    public void collect(Path target) {
      if (refusesResults) {
        throw new LoadException("no results");
      }
      collected = target;
    }

    @Override
    public void close() {
      commands.add("closed");
    }
  }

  /** Records all progress. */
  private static final class Heard implements LoadListener {
    private final List<String> commands = new ArrayList<>();

    @Override
    public void warming(long done, long of) {
      commands.add(done + " of " + of);
    }

    @Override
    public void measuring(Instant start) {
      commands.add("from");
    }

    @Override
    public void second(Second second) {
      commands.add("%d: %d p99 %d".formatted(second.second(), second.sent(), second.p99Micros()));
    }

    @Override
    public void finished(Instant end) {
      commands.add("to");
    }
  }
}
