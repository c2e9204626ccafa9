package io.meshgauge.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Protocol.StopRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a session with workers that are shell scripts, correct and faulty ones. */
class LoadSessionTest {
  private static final WorkerTimeouts SHORT =
      new WorkerTimeouts(
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          Duration.ofSeconds(20),
          Duration.ofSeconds(5));

  @TempDir Path folder;

  private final List<Process> processes = new ArrayList<>();
  private final List<String> commandLine = new ArrayList<>();
  private LoadRequest request;

  @BeforeEach
  void layOut() throws IOException {
    Files.createDirectories(folder.resolve("worker/lib"));
    Files.createFile(folder.resolve("worker/lib/worker.jar"));
    Path plan = Files.createFile(folder.resolve("steady.jmx"));
    Path out = Files.createDirectories(folder.resolve("out"));
    request =
        new LoadRequest(plan, out, Duration.ofSeconds(12), new TreeMap<>()).with("rate", "50");
  }

  @AfterEach
  void endScripts() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void sessionWarmsUpMeasuresAndCollects() {
    Heard heard = new Heard();
    try (LoadSession session =
        start(
            """
            echo '{"event":"ready"}'; read w; [ "$w" = warm ] || exit 9
            echo '{"event":"warming","done":5,"of":10,"ended":5,"failed":0}'
            echo '{"event":"warmed","requests":10,"seconds":0.5}'; read w; [ "$w" = measure ] || exit 8
            echo '{"event":"measuring","startEpochMicros":1700000000250000}'
            echo '{"event":"second","second":0,"scheduled":15,"sent":15,"completed":15,"errors":0,"unanswered":0,"p50Micros":2000,"p99Micros":2100}'
            echo '{"event":"finished","endEpochMicros":1700000002750000}'
            """)) {
      assertThat(session.pids()).hasSize(1);
      assertThat(session.warm(heard)).isEqualTo(new LoadSession.Warmth(10, 0.5));
      session.measure(heard);
    }
    assertThat(heard.words)
        .containsExactly(
            "5 of 10",
            "from 2023-11-14T22:13:20.250Z",
            "second 0 p99 2100",
            "to 2023-11-14T22:13:22.750Z");
    assertThat(commandLine)
        .contains("-Jduration=12", "-Jrate=50", "io.meshgauge.load.worker.LoadWorker")
        .containsSubsequence("--out", request.folder().toAbsolutePath().toString());
  }

  @Test
  void aWarmUpThatHasSettledIsEndedFromItsListener() {
    try (LoadSession session =
        start(
            """
            echo '{"event":"ready"}'; read w
            echo '{"event":"warming","done":5,"of":10,"ended":5,"failed":0}'; read w; [ "$w" = settled ] || exit 9
            echo '{"event":"warmed","requests":6,"seconds":0.5}'
            """)) {
      LoadListener settling =
          new LoadListener() {
            @Override
            public void warming(long done, long of) {
              session.settle();
            }
          };
      assertThat(session.warm(settling).requests()).isEqualTo(6);
    }
  }

  @Test
  void exitOfAWorkerIsReportedWithStatusAndLog() {
    LoadSession session =
        start("echo '{\"event\":\"ready\"}'; read w; echo out of memory >&2; exit 3");

    assertThatThrownBy(() -> session.warm(LoadListener.SILENT))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("exited with status 3")
        .hasMessageContaining("out of memory");
  }

  @Test
  void failureOfAWorkerIsReportedWithItsReason() {
    assertThatThrownBy(
            () -> start("echo '{\"event\":\"failed\",\"reason\":\"no thread group\"}'; exit 1"))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("failed: no thread group");
  }

  @Test
  void silentWorkerIsGivenUpAndEnded() throws Exception {
    LoadSession session = start("echo '{\"event\":\"ready\"}'; read w; exec sleep 600");

    assertThatThrownBy(() -> session.measure(LoadListener.SILENT))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("sent no event for 2.0 s")
        .hasMessageContaining("measuring, second or finished");
    session.close();
    assertThat(processes.get(0).waitFor()).isNotZero();
  }

  @Test
  void invalidEventIsQuoted() {
    assertThatThrownBy(() -> start("echo 'WARN: hello'; sleep 5"))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("invalid event (not JSON): 'WARN: hello'");
    assertThatThrownBy(() -> start("echo '[1]'; sleep 5")).hasMessageContaining("no JSON object");
    assertThatThrownBy(() -> start("echo '{\"event\":\"warmed\"}'; sleep 5"))
        .hasMessageContaining("sent 'warmed' out of order; expected 'ready'");
  }

  @Test
  void stopIsSentWhileAnotherThreadWaits() {
    try (LoadSession session =
        start(
            """
            echo '{"event":"ready"}'; read w
            echo '{"event":"measuring","startEpochMicros":1}'; read w; [ "$w" = stop ] || exit 7
            echo '{"event":"finished","endEpochMicros":2}'
            """)) {
      LoadListener stopping =
          new LoadListener() {
            @Override
            public void measuring(Instant start) {
              session.stop();
            }
          };
      session.measure(stopping);
      assertThat(session.folder()).isEqualTo(request.folder());
    }
  }

  @Test
  void aHarmedApplicationGetsNoFurtherLoad() {
    LoadSession session =
        start(
            """
            echo '{"event":"ready"}'; read w
            echo '{"event":"measuring","startEpochMicros":1}'
            echo '{"event":"second","second":0,"scheduled":15,"sent":15,"completed":15,"errors":15,"unanswered":0,"p50Micros":2000,"p99Micros":2100}'
            exec sleep 600
            """);
    StopRule.Limit limit = new StopRule.Limit(0.5, "shop.yaml:3:22 (stop.error_ratio)");
    session.stopBy(new StopRule(Optional.of(limit), Optional.empty(), 1), "arm mtls, plan stress");
    Heard heard = new Heard();

    assertThatThrownBy(() -> session.measure(heard))
        .isInstanceOf(HarmException.class)
        .hasMessageContaining("arm mtls, plan stress")
        .hasMessageContaining("shop.yaml:3:22");

    assertThat(heard.words).as("the second is reported").contains("second 0 p99 2100");
    assertThat(processes).singleElement().matches(process -> !process.isAlive(), "ended");
  }

  @Test
  void aFailingWarmUpIsEnded() {
    String warming =
        "{\"event\":\"warming\",\"done\":%1$d,\"of\":900,\"ended\":%1$d,\"failed\":%1$d}";
    LoadSession session =
        start(
            "echo '{\"event\":\"ready\"}'; read w; echo '%s'; sleep 1.1; echo '%s'; exec sleep 600"
                .formatted(warming.formatted(5), warming.formatted(50)));
    StopRule.Limit limit = new StopRule.Limit(0.5, "a default");
    session.stopBy(new StopRule(Optional.of(limit), Optional.empty(), 1), "arm mtls, plan stress");

    assertThatThrownBy(() -> session.warm(LoadListener.SILENT))
        .isInstanceOf(HarmException.class)
        .hasMessageContaining("in second 0 of the warm-up");
    assertThat(processes).singleElement().matches(process -> !process.isAlive(), "ended");
  }

  @Test
  void missingBuildIsReportedBeforeAnyStart() {
    LoadGenerator generator =
        new LoadGenerator(WorkerLayout.below(folder), (command, home, log) -> null);

    assertThat(generator.problems()).singleElement().asString().contains("./mvnw", "not built");
    assertThatThrownBy(() -> generator.start(request, 1)).isInstanceOf(LoadException.class);
  }

  @Test
  void severalWorkersDivideConnectionsAndWriteSeparateResults() {
    LoadRequest shared = request.with("connections", "10").with("rate", "90");

    try (LoadSession session = generator("echo '{\"event\":\"ready\"}'; read w").start(shared, 3)) {
      assertThat(session.pids()).hasSize(3).doesNotHaveDuplicates();
    }

    for (int i = 0; i < 3; i++) {
      Path own = shared.folder().resolve("worker-" + i);
      assertThat(commandLine).contains(own.toAbsolutePath().toString(), "-Jworker=" + i);
      assertThat(own.resolve(LoadGenerator.LOG)).exists();
    }
    assertThat(commandLine)
        .filteredOn(word -> List.of("-Jworkers=3", "-Jconnections=4", "-Jrate=90").contains(word))
        .hasSize(9);
  }

  @Test
  void missingPlanIsNamed() {
    LoadRequest missing =
        new LoadRequest(folder.resolve("no.jmx"), folder, Duration.ofSeconds(10), new TreeMap<>());

    assertThatThrownBy(() -> generator("true").start(missing, 1))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("no.jmx");
  }

  private LoadSession start(String script) {
    return generator(script).start(request, 1);
  }

  private LoadGenerator generator(String script) {
    Launcher launcher =
        (command, home, log) -> {
          commandLine.addAll(command);
          Process process =
              new ProcessBuilder("sh", "-c", script)
                  .directory(home.toFile())
                  .redirectError(log.toFile())
                  .start();
          processes.add(process);
          return process;
        };
    return new LoadGenerator(new WorkerLayout(folder.resolve("worker")), launcher, SHORT);
  }

  /** Records all progress. */
  private static final class Heard implements LoadListener {
    private final List<String> words = new ArrayList<>();

    @Override
    public void warming(long done, long of) {
      words.add(done + " of " + of);
    }

    @Override
    public void measuring(Instant start) {
      words.add("from " + start);
    }

    @Override
    public void finished(Instant end) {
      words.add("to " + end);
    }

    @Override
    public void second(Second second) {
      words.add("second " + second.second() + " p99 " + second.p99Micros());
    }
  }
}
