package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.machine.ProgramPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Downloads a released jar with the user's {@code mvn} and settings.
 *
 * <p>It runs under guard and with a time limit.
 */
final class MavenCopy {
  private static final String PROGRAM = "mvn";
  private static final String GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final ProcessGuard guard;
  private final Map<String, String> environment;
  private final Duration limit;

  /**
   * @param environment complete environment for finding and running Maven
   * @param limit for a download
   */
  MavenCopy(ProcessGuard guard, Map<String, String> environment, Duration limit) {
    this.guard = guard;
    this.environment = environment;
    this.limit = limit;
  }

  /** Whether Maven is on the PATH. */
  boolean isThere() {
    return ProgramPath.find(PROGRAM, environment.getOrDefault("PATH", "")).isPresent();
  }

  /**
   * Copies one artifact into an empty folder.
   *
   * @param artifact group, artifact, version, type and classifier, separated by colons
   * @throws PlatformException with the command and Maven's last lines
   */
  Path copy(String artifact, Path folder) {
    Path log = folder.resolve("mvn.log");
    List<String> arguments =
        List.of(
            PROGRAM, "-B", "-ntp", GOAL, "-Dartifact=" + artifact, "-DoutputDirectory=" + folder);
    String said = String.join(" ", arguments);
    run(arguments, folder, log, said);
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .findFirst()
          .orElseThrow(() -> failed(said, "brought no jar", log));
    } catch (IOException e) {
      throw new PlatformException("cannot list " + folder + ": " + e.getMessage(), e);
    }
  }

  private void run(List<String> arguments, Path folder, Path log, String said) {
    GuardedProcess maven =
        guard.start(Command.logged(PROGRAM, arguments, folder, log).in(environment));
    try {
      boolean ended = maven.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      maven.stop(GRACE);
      if (!ended) {
        throw failed(said, "did not end within " + limit.toSeconds() + " s", log);
      }
      if (maven.exitValue() != 0) {
        throw failed(said, "ended with exit status " + maven.exitValue(), log);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while Maven was running", e);
    }
  }

  private static PlatformException failed(String said, String how, Path log) {
    return new PlatformException("`%s` %s. %s".formatted(said, how, LogTail.of(log, 8)));
  }
}
