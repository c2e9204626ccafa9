package io.meshgauge.platform.local.program;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.machine.ProgramPath;
import io.meshgauge.platform.local.process.Command;
import io.meshgauge.platform.local.process.GuardedProcess;
import io.meshgauge.platform.local.process.LogTail;
import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.topology.ProgramSpec.Jar;
import io.meshgauge.topology.ProgramSpec.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Downloads releases with the user's {@code pip} or {@code mvn} and its settings, under guard and
 * with a time limit.
 *
 * @param environment complete environment for finding and running a tool
 * @param limit for a download
 */
record PackageTool(ProcessGuard guard, Map<String, String> environment, Duration limit) {
  private static final String MAVEN = "mvn";
  private static final String GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";
  private static final List<List<String>> PIP =
      List.of(List.of("pip3"), List.of("pip"), List.of("python3", "-m", "pip"));

  private static final Duration BRIEF = Duration.ofSeconds(15);
  private static final Duration GRACE = Duration.ofSeconds(1);

  /** Whether Maven is on the PATH. */
  boolean hasMaven() {
    return isThere(MAVEN);
  }

  private boolean isThere(String program) {
    return ProgramPath.find(program, environment.getOrDefault("PATH", "")).isPresent();
  }

  /**
   * Downloads a release into an empty folder.
   *
   * @return the wheel or the jar
   * @throws PlatformException with the command and the tool's last lines
   */
  Path download(Release release, Path folder) {
    boolean jar = release instanceof Jar;
    List<String> command =
        jar
            ? List.of(
                MAVEN,
                "-B",
                "-ntp",
                GOAL,
                "-Dartifact=" + release.artifact(),
                "-DoutputDirectory=" + folder)
            : pip(release.artifact(), folder);
    Path log = folder.resolve("download.log");
    run(command, folder, log, limit);
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(jar ? ".jar" : ".whl"))
          .findFirst()
          .orElseThrow(() -> failed(command, jar ? "brought no jar" : "brought no wheel", log));
    } catch (IOException e) {
      throw new PlatformException("cannot list " + folder + ": " + e.getMessage(), e);
    }
  }

  private List<String> pip(String requirement, Path folder) {
    List<String> command = new ArrayList<>(workingPip(folder));
    command.addAll(List.of("download", "--no-deps", "--only-binary", ":all:"));
    command.addAll(List.of("--no-input", "--disable-pip-version-check", "--progress-bar", "off"));
    command.addAll(List.of("--retries", "1", "--timeout", "15"));
    command.addAll(List.of("-d", folder.toString(), requirement));
    return command;
  }

  /** The first form of pip that runs. */
  private List<String> workingPip(Path folder) {
    return PIP.stream()
        .filter(form -> isThere(form.get(0)) && answers(form, folder))
        .findFirst()
        .orElseThrow(
            () ->
                new PlatformException(
                    "no working pip on the PATH (tried: pip3, pip, python3 -m pip)"));
  }

  private boolean answers(List<String> form, Path folder) {
    List<String> command = new ArrayList<>(form);
    command.add("--version");
    try {
      run(
          command,
          folder,
          folder.resolve("version.log"),
          limit.compareTo(BRIEF) < 0 ? limit : BRIEF);
      return true;
    } catch (PlatformException e) {
      return false;
    }
  }

  private void run(List<String> command, Path folder, Path log, Duration longest) {
    String name = command.get(0);
    GuardedProcess process =
        guard.start(Command.logged(name, command, folder, log).in(environment));
    try {
      boolean ended = process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
      process.stop(GRACE);
      if (!ended) {
        throw failed(command, "did not end within " + longest.toSeconds() + " s", log);
      }
      if (process.exitValue() != 0) {
        throw failed(command, "ended with exit status " + process.exitValue(), log);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while " + name + " was running", e);
    }
  }

  private static PlatformException failed(List<String> command, String how, Path log) {
    return new PlatformException(
        "`%s` %s. %s".formatted(String.join(" ", command), how, LogTail.of(log, 8)));
  }
}
