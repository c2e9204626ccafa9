package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of the tutorials, in their order, in one copy of the project with its own reports.
 * Sessions are few and short, as the marks in the tutorials say, and later tutorials use those of
 * earlier ones.
 */
@Tag("serial")
@Tag("tutorial")
@DisabledOnOs(OS.WINDOWS)
class TutorialsIT {
  private static final Path HOME =
      Path.of(System.getProperty("meshgauge.home", "..")).toAbsolutePath().normalize();

  /** What a user's commands write to, or what finds the project by its own place. */
  private static final Set<String> NOT_LINKED =
      Set.of(".git", ".gitlab-ci.yml", ".github", "accepted", "meshgauge", "reports", "target");

  private static final Set<String> NOT_LINKED_REPORTS = Set.of("runs", "aa.ndjson");

  /** As in .ci/run. */
  private static final String VOID = "not met: [^:]*: Runs: .*; void: .*";

  @TempDir Path folder;

  /** Why commands that read earlier sessions cannot work; empty if they can. */
  private String obstacle = "";

  @BeforeEach
  void copy() throws IOException {
    Files.copy(HOME.resolve("meshgauge"), folder.resolve("meshgauge"));
    assertThat(folder.resolve("meshgauge").toFile().setExecutable(true)).isTrue();
    link(HOME, folder, NOT_LINKED);
    link(HOME.resolve("reports"), folder.resolve("reports"), NOT_LINKED_REPORTS);
  }

  private static void link(Path from, Path to, Set<String> except) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        if (!except.contains(file.getFileName().toString())) {
          Files.createSymbolicLink(to.resolve(file.getFileName()), file);
        }
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> commandsWork() throws IOException {
    return Tutorial.all().stream()
        .flatMap(tutorial -> tutorial.blocks().stream())
        .filter(block -> block.run().isPresent())
        .map(block -> dynamicTest(block.place(), () -> run(block.run().orElseThrow())));
  }

  private void run(String commands) throws IOException, InterruptedException {
    assumeTrue(obstacle.isEmpty() || !commands.contains("reports/runs"), obstacle);
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    try {
      assertThat(process.waitFor(15, TimeUnit.MINUTES)).as("it ends: %s", commands).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
    String words = Files.readString(output);
    System.out.printf("$ %s%n%s%n", commands.strip(), words);
    if (process.exitValue() != 0) {
      boolean busy = onlyVoid(process.exitValue(), words);
      obstacle = (busy ? "the machine was too busy for: " : "this failed: ") + commands.strip();
      assumeFalse(busy, obstacle);
    }
    assertThat(process.exitValue()).as("%s%n%s", commands, words).isZero();
  }

  /** As in .ci/run: a machine that is too busy is no fault of the commands. */
  private static boolean onlyVoid(int status, String output) {
    if (status == ExitCode.CANNOT_RUN_HERE.code()) {
      return output.contains("the session is refused before its first trial");
    }
    List<String> unmet = output.lines().filter(it -> it.startsWith("not met: ")).toList();
    return status == ExitCode.GATE.code()
        && unmet.stream().anyMatch(it -> it.matches(VOID))
        && unmet.stream()
            .allMatch(it -> it.matches(VOID) || it.endsWith(": no valid run measured it."));
  }
}
