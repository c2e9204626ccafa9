package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.cli.Engine;
import io.meshgauge.cli.terminal.PlainProgress;
import io.meshgauge.cli.trend.GateOptions;
import io.meshgauge.config.Configuration;
import io.meshgauge.config.ExperimentFile;
import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Protocol.StopRule;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.platform.local.LocalPlatform;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.environment.ArmGroups;
import io.meshgauge.run.session.CannotRunException;
import io.meshgauge.run.session.PhaseTimes;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.run.session.RemainingTrials;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.run.session.ShutdownHook;
import io.meshgauge.run.session.StoppedException;
import io.meshgauge.run.session.Version;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** Sessions of an application that is in trouble after its 260th request. */
@Tag("long")
class StopRuleIT {
  private static final Path HOME =
      Path.of(System.getProperty("meshgauge.home", "..")).toAbsolutePath().normalize();
  private static final Path SHIPPED =
      HOME.resolve("harness/src/test/resources/io/meshgauge/run/failing");

  /** Requests of the warm-up and of the window of one trial. */
  private static final int PLANNED = 200 + 10 * 60;

  @TempDir Path folder;

  @BeforeEach
  void copy() throws IOException {
    try {
      new ProcessBuilder("python3", "--version").start().destroy();
    } catch (IOException e) {
      throw new TestAbortedException("no python3 on the PATH", e);
    }
    Files.createSymbolicLink(folder.resolve("jmeter-plans"), HOME.resolve("jmeter-plans"));
    try (Stream<Path> files = Files.list(SHIPPED)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
  }

  @Test
  void errorsEndTheLoadAndTheSession() throws IOException {
    StoppedException stopped = run();

    assertThat(stopped)
        .hasMessageContaining("arm baseline, plan steady")
        .hasMessageContaining("100 %")
        .hasMessageContaining("experiment.yaml:7:21 (stop.error_ratio)");
    List<List<String>> received = received();
    assertThat(received).as("only the first of four trials").hasSize(1);
    assertThat(received.get(0)).filteredOn("in trouble"::equals).hasSizeGreaterThan(60);
    assertThat(received.get(0).size()).as("requests received").isLessThan(PLANNED * 3 / 4);
    assertEnded(received);
    Run run = onlyRun(stopped.folder().orElseThrow());
    assertThat(run.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(run.reasons()).extracting(Reason::rule).containsExactly(StopRule.KEY);
    assertThat(stopped.getMessage()).contains(run.reasons().get(0).summary());
    assertThat(report(stopped.folder().orElseThrow())).contains("the stop rule ended the load");
  }

  @Test
  void slowAnswersEndThemToo() throws IOException {
    edit("application.yaml", "errors]", "delay]");
    edit("experiment.yaml", "error_ratio: 50%", "response_p99: 500ms");

    StoppedException stopped = run();

    assertThat(stopped).hasMessageContaining("response time p99").hasMessageContaining("7:22");
    assertThat(received()).singleElement().matches(it -> it.size() < PLANNED * 3 / 4);
    assertEnded(received());
  }

  @Test
  void errorsOfTheWarmUpEndThem() throws IOException {
    edit("experiment.yaml", "warmup-requests: 200", "warmup-requests: 900000");

    StoppedException stopped = run();

    assertThat(stopped).hasMessageContaining("of the warm-up");
    assertThat(received()).singleElement().matches(it -> it.size() < 900_000);
    assertEnded(received());
  }

  @Test
  void noOtherArmThatStandsGetsFurtherLoad() throws IOException {
    edit("experiment.yaml", "windows: 1", "windows: 5");
    edit("application.yaml", "\"260\"", "\"400\"");

    StoppedException stopped = run();

    assertThat(onlyRun(stopped.folder().orElseThrow()).reasons())
        .extracting(Reason::rule)
        .containsExactly(StopRule.KEY);
    assertThat(received())
        .as("both arms were deployed")
        .hasSize(2)
        .allMatch(it -> it.size() < PLANNED, "and neither was measured to the end");
    assertEnded(received());
  }

  @Test
  void errorsBeforeTheFirstTrialEndTheSession() throws IOException {
    ExperimentRunner runner =
        new ExperimentRunner(
            new ProjectLayout(folder),
            () -> new LocalPlatform(HOME, Products.programs()),
            progress());
    StoppedException stopped =
        catchThrowableOfType(
            StoppedException.class, () -> runner.run(file().experiment(), Map.of(), "a test"));

    assertThat(stopped).hasMessageContaining("before the first trial the stop rule ended");
    Session session = RunArchive.open(stopped.folder().orElseThrow()).read();
    assertThat(session.runs()).isEmpty();
    assertThat(session.notes()).last().asString().contains("the stop rule ended", "7:21");
    assertThat(received()).singleElement().matches(it -> it.size() < PLANNED * 3 / 4);
    assertEnded(received());
  }

  @Test
  void aSessionThatWasStoppedIsNotResumed() throws IOException {
    StoppedException stopped = run();

    Session session = RunArchive.open(stopped.folder().orElseThrow()).read();
    assertThat(RemainingTrials.of(session).isEmpty()).isTrue();
    ExperimentRunner runner =
        new ExperimentRunner(
            new ProjectLayout(folder),
            () -> {
              throw new AssertionError("no platform is opened");
            },
            progress());
    assertThat(
            catchThrowableOfType(
                CannotRunException.class, () -> runner.resume(stopped.folder().orElseThrow())))
        .hasMessageContaining("its stop rule has ended it")
        .hasMessageContaining("100 %");
  }

  private StoppedException run() {
    Experiment experiment = file().experiment();
    try (LocalPlatform platform = new LocalPlatform(HOME, Products.programs());
        ShutdownHook shutdown = ShutdownHook.watch()) {
      Session session =
          new Session(
              experiment,
              Instant.now(),
              "a test",
              platform.environment(experiment.application().services()),
              List.of(),
              experiment.arms().size(),
              List.of(),
              Version.current());
      RunArchive archive = RunArchive.create(folder.resolve("runs"), session);
      try (SessionContext context =
          new SessionContext(
              new ProjectLayout(folder),
              platform,
              archive,
              progress(),
              new PhaseTimes(InstantSource.system()),
              experiment.application())) {
        ScheduleRunner runner =
            new ScheduleRunner(session, context, shutdown, new ArmGroups(context));
        return catchThrowableOfType(StoppedException.class, () -> runner.run(false));
      }
    }
  }

  private ExperimentFile file() {
    return new Configuration(HOME, Products.all())
        .file(folder.resolve("experiment.yaml"), Overrides.NONE);
  }

  private static PlainProgress progress() {
    return new PlainProgress(
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
        InstantSource.system());
  }

  private void edit(String file, String from, String to) throws IOException {
    Path path = folder.resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(from);
    Files.writeString(path, text.replace(from, to));
  }

  /** The lines that each process of the application has written, its pid first. */
  private List<List<String>> received() throws IOException {
    List<List<String>> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(it -> it.toString().contains("received-")).toList()) {
        all.add(Files.readAllLines(file));
      }
    }
    return all;
  }

  private static void assertEnded(List<List<String>> received) {
    for (List<String> lines : received) {
      long pid = Long.parseLong(lines.get(0).substring("pid ".length()));
      assertThat(ProcessHandle.of(pid)).as("process of the application").isEmpty();
    }
    assertThat(ProcessHandle.current().descendants())
        .extracting(it -> it.info().commandLine().orElse(""))
        .noneMatch(it -> it.contains("LoadWorker"));
  }

  private static Run onlyRun(Path session) {
    List<Run> runs = RunArchive.open(session).read().runs();
    assertThat(runs).hasSize(1);
    return runs.get(0);
  }

  private String report(Path session) throws IOException {
    Engine engine = new Engine(new ProjectLayout(folder));
    engine.report(engine.read(session), file().scoring(), session, new GateOptions());
    return Files.readString(session.resolve("index.html"));
  }
}
