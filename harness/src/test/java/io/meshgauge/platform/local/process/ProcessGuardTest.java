package io.meshgauge.platform.local.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.machine.LimitGroup;
import io.meshgauge.platform.local.machine.LimitGroups;
import io.meshgauge.platform.local.machine.Signals;
import io.meshgauge.probe.cgroup.GroupProbe;
import io.meshgauge.probe.cgroup.Hierarchies;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessGuardTest {
  private static final Duration BRIEF = Duration.ofSeconds(10);

  /** As long as a guardian tries: killed children of a busy machine leave a group late. */
  private static final Duration GROUPS = Duration.ofSeconds(50);

  @TempDir Path folder;

  @Test
  void nothingSurvivesAKilledHarness() throws Exception {
    Process harness = harness("stay");
    List<ProcessHandle> family = family(harness);
    assertThat(family).as("4 programs, their children and their guardians").hasSizeGreaterThan(12);

    harness.destroyForcibly().waitFor();

    await().atMost(Duration.ofSeconds(15)).until(() -> family.stream().noneMatch(this::lives));
    await().atMost(GROUPS).until(() -> groups(harness).isEmpty());
  }

  @Test
  void nothingSurvivesATerminatedHarness() throws Exception {
    Process harness = harness("stay");
    List<ProcessHandle> family = family(harness);

    harness.destroy();

    await().atMost(Duration.ofSeconds(30)).until(() -> family.stream().noneMatch(this::lives));
    await().atMost(GROUPS).until(() -> groups(harness).isEmpty());
  }

  @Test
  void programsRunInTheirControlGroups() throws Exception {
    try (LimitGroups groups = LimitGroups.ofThisProcess()) {
      Optional<String> problem = groups.problem(GuardedHarness.LIMIT);
      assumeTrue(problem.isEmpty(), () -> problem.orElseThrow());
      LimitGroup group = groups.group("limited", GuardedHarness.LIMIT);
      try (ProcessGuard guard = new ProcessGuard()) {
        GuardedProcess process =
            guard.start(shell("limited", "sleep 600 & wait").within(Optional.of(group)));

        await()
            .atMost(BRIEF)
            .until(
                () ->
                    new GroupProbe()
                        .read(process.pid())
                        .filter(it -> GuardedHarness.LIMIT.isMetBy(it.limit()))
                        .isPresent());
        assertThat(
                new GroupProbe().read(descendants(process.pid()).findFirst().orElseThrow().pid()))
            .hasValueSatisfying(
                it -> assertThat(GuardedHarness.LIMIT.isMetBy(it.limit())).isTrue());
      }
      assertThat(group.paths()).allMatch(Files::notExists);
    }
  }

  @Test
  void nothingSurvivesAKilledHarnessWithKilledWatchers() throws Exception {
    Process harness = harness("stay");
    List<ProcessHandle> before = family(harness);
    List<ProcessHandle> watchers = watchers(harness);
    assertThat(watchers).as("one of each of 4 programs").hasSize(4);

    watchers.forEach(ProcessHandle::destroyForcibly);
    await().atMost(BRIEF).until(() -> watchers.stream().noneMatch(this::lives));
    await().atMost(BRIEF).until(() -> watchers(harness).size() == watchers.size());
    List<ProcessHandle> family =
        Stream.concat(before.stream(), harness.descendants()).distinct().toList();
    harness.destroyForcibly().waitFor();

    await().atMost(Duration.ofSeconds(15)).until(() -> family.stream().noneMatch(this::lives));
  }

  @Test
  void theGuardianOfAHaltedProgramSleeps() throws Exception {
    try (ProcessGuard guard = new ProcessGuard()) {
      GuardedProcess process = guard.start(shell("halted", "echo up; exec sleep 600"));
      await().atMost(BRIEF).until(() -> Files.readString(process.log()).contains("up"));
      ProcessHandle guardian = process.toHandle().parent().orElseThrow();

      signal("STOP", process);
      await().atMost(BRIEF).until(() -> state(process.toHandle()).equals("T"));

      // A guardian that polls would be found running.
      await()
          .pollInterval(Duration.ofMillis(10))
          .during(Duration.ofMillis(500))
          .atMost(BRIEF)
          .until(() -> state(guardian).equals("S"));
      assertThat(process.isAlive()).isTrue();
      signal("CONT", process);
    }
  }

  @Test
  void nothingHaltedSurvivesAKilledHarness() throws Exception {
    Process harness = harness("stay");
    List<ProcessHandle> family = family(harness);
    List<ProcessHandle> programs =
        family.stream().filter(it -> !words(it).contains("meshgauge-guard")).toList();
    assertThat(programs).hasSizeGreaterThan(3);

    programs.forEach(it -> Signals.STOP.send(it.pid()));
    harness.destroyForcibly().waitFor();

    await().atMost(Duration.ofSeconds(15)).until(() -> family.stream().noneMatch(this::lives));
  }

  @Test
  void aHaltedProgramAnswersNothingUntilItGoesOnAndEndsInTime() throws Exception {
    try (ProcessGuard guard = new ProcessGuard()) {
      // A shell that starts programs all the time may be halted while it waits for a fork, which
      // the kernel does not show as halted. This one starts its child before it says so.
      GuardedProcess process =
          guard.start(shell("halted", "sleep 600 & trap 'kill $!; exit 3' TERM; echo up; wait"));
      await().atMost(BRIEF).until(() -> Files.readString(process.log()).contains("up"));

      process.halt();
      await().atMost(BRIEF).until(() -> state(process.toHandle()).equals("T"));
      process.proceed();
      await().atMost(BRIEF).until(() -> !state(process.toHandle()).equals("T"));
      process.halt();
      process.stop(BRIEF);

      assertThat(process.exitValue()).as("it ended by itself").isEqualTo(3);
    }
  }

  @Test
  void programHasItsOwnProcessIdAndExitStatus() throws Exception {
    try (ProcessGuard guard = new ProcessGuard()) {
      GuardedProcess process = guard.start(shell("seven", "echo my id is $$; exit 7"));

      assertThat(process.waitFor()).isEqualTo(7);
      assertThat(process.log()).content().contains("my id is " + process.pid());
      assertThat(process.exitReport()).contains("exit status 7", "my id is", "seven.log");
    }
  }

  @Test
  void endBySignalIsReportedAs128PlusSignal() throws Exception {
    try (ProcessGuard guard = new ProcessGuard()) {
      GuardedProcess process = guard.start(shell("killed", "kill -9 $$"));

      assertThat(process.waitFor()).isEqualTo(137);
    }
  }

  @Test
  void missingProgramIsReportedInItsLog() throws Exception {
    try (ProcessGuard guard = new ProcessGuard()) {
      List<String> words = List.of("no-such-program");
      GuardedProcess process =
          guard.start(Command.logged("absent", words, folder, folder.resolve("absent.log")));

      assertThat(process.waitFor()).isEqualTo(127);
      assertThat(process.exitReport()).contains("no-such-program", "not found");
    }
  }

  @Test
  void interactiveInputReachesTheProgramAndItsOutputReturns() throws Exception {
    try (ProcessGuard guard = new ProcessGuard()) {
      Path log = folder.resolve("echo.log");
      String script = "echo ready; while read word; do echo got $word; done";
      GuardedProcess process =
          guard.start(Command.interactive("echo", List.of("sh", "-c", script), folder, log));
      BufferedReader in =
          new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));

      assertThat(in.readLine()).isEqualTo("ready");
      process.getOutputStream().write("warm\n".getBytes(UTF_8));
      process.getOutputStream().flush();
      assertThat(in.readLine()).isEqualTo("got warm");
      process.stop(BRIEF);
      assertThat(process.isAlive()).isFalse();
      assertThat(folder.resolve("echo.log.input")).doesNotExist();
    }
  }

  @Test
  void programThatIgnoresTermIsKilledWithItsChildren() throws Exception {
    try (ProcessGuard guard = new ProcessGuard()) {
      GuardedProcess process =
          guard.start(shell("stubborn", "trap '' TERM; sleep 600 & echo up; wait; wait"));
      await().atMost(BRIEF).until(() -> Files.readString(process.log()).contains("up"));
      List<ProcessHandle> children = process.toHandle().descendants().toList();
      assertThat(children).isNotEmpty();

      process.stop(Duration.ofMillis(200));

      assertThat(process.isAlive()).isFalse();
      await().atMost(BRIEF).until(() -> children.stream().noneMatch(this::lives));
    }
  }

  @Test
  void closingStopsTheLatestFirst() throws Exception {
    Path order = folder.resolve("order");
    ProcessGuard guard = new ProcessGuard();
    for (String name : List.of("a", "b", "c")) {
      String script = "trap 'echo %s >> %s; exit 0' TERM; echo up; while :; do sleep 0.1; done";
      GuardedProcess process = guard.start(shell(name, script.formatted(name, order)));
      await().atMost(BRIEF).until(() -> Files.readString(process.log()).contains("up"));
    }

    guard.close();

    assertThat(order).content().isEqualToIgnoringNewLines("c\nb\na\n");
    assertThatThrownBy(() -> guard.start(shell("late", "true")))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("late is not started: the harness is ending");
  }

  @Test
  void childrenDoNotSeeVariablesThatCouldChangeThem() throws Exception {
    try (ProcessGuard guard = new ProcessGuard()) {
      GuardedProcess process = guard.start(shell("env", "env"));
      process.waitFor();

      assertThat(Files.readAllLines(process.log()))
          .allMatch(
              line ->
                  line.matches(
                      "(PATH|HOME|USER|LOGNAME|TMPDIR|LANG|LC_ALL|TZ|PWD|OLDPWD|SHLVL|_)=.*"));
    }
  }

  private Command shell(String name, String script) {
    return Command.logged(name, List.of("sh", "-c", script), folder, folder.resolve(name + ".log"));
  }

  private Process harness(String mode) throws IOException {
    List<String> words =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            GuardedHarness.class.getName(),
            folder.toString(),
            mode);
    return new ProcessBuilder(words).redirectError(folder.resolve("harness.err").toFile()).start();
  }

  /** Folders of the control groups that a harness made. */
  private static List<Path> groups(Process harness) throws IOException {
    try (Stream<Path> all =
        Files.find(
            Hierarchies.ROOT,
            10,
            (path, facts) ->
                facts.isDirectory()
                    && path.getFileName()
                        .toString()
                        .startsWith("meshgauge-%d-".formatted(harness.pid())))) {
      return all.toList();
    }
  }

  /** Processes started by the harness, once it reports that all are running. */
  private List<ProcessHandle> family(Process harness) throws Exception {
    List<Long> pids = new ArrayList<>();
    BufferedReader out = new BufferedReader(new InputStreamReader(harness.getInputStream(), UTF_8));
    for (String line = out.readLine(); !"up".equals(line); line = out.readLine()) {
      assertThat(line).as(Files.readString(folder.resolve("harness.err"))).isNotNull();
      pids.add(Long.parseLong(line));
    }
    // The stubborn program and the parent start children a moment later.
    await()
        .atMost(BRIEF)
        .until(() -> pids.stream().mapToLong(pid -> descendants(pid).count()).sum() >= 4);
    TimeUnit.MILLISECONDS.sleep(100);
    return harness.descendants().toList();
  }

  /** Watching children of guardians, found by their command line. */
  private List<ProcessHandle> watchers(Process harness) {
    return harness
        .children()
        .flatMap(ProcessHandle::children)
        .filter(this::lives)
        .filter(child -> words(child).contains("meshgauge-guard"))
        .toList();
  }

  private static List<String> words(ProcessHandle process) {
    try {
      Path line = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      return List.of(Files.readString(line).split("\0"));
    } catch (IOException e) {
      return List.of();
    }
  }

  private static void signal(String name, GuardedProcess process) throws Exception {
    String pid = Long.toString(process.pid());
    assertThat(new ProcessBuilder("kill", "-s", name, pid).start().waitFor()).isZero();
  }

  /** State letter of the process in the kernel, for example S for sleeping. */
  private static String state(ProcessHandle process) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    return stat.substring(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  }

  private static Stream<ProcessHandle> descendants(long pid) {
    return ProcessHandle.of(pid).stream().flatMap(ProcessHandle::descendants);
  }

  /** A zombie does not count as alive. */
  private boolean lives(ProcessHandle process) {
    if (!process.isAlive()) {
      return false;
    }
    try {
      return !state(process).equals("Z");
    } catch (IOException e) {
      return process.isAlive() && !Files.isDirectory(Path.of("/proc"));
    }
  }
}
