package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.machine.ProgramPath;
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
 * Downloads a wheel with the user's {@code pip} and settings.
 *
 * <p>It runs under guard and with a time limit.
 */
final class Pip {
  private static final List<List<String>> FORMS =
      List.of(List.of("pip3"), List.of("pip"), List.of("python3", "-m", "pip"));
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final ProcessGuard guard;
  private final Map<String, String> environment;
  private final Duration limit;

  /**
   * @param environment complete environment for finding and running pip
   * @param limit for a download
   */
  Pip(ProcessGuard guard, Map<String, String> environment, Duration limit) {
    this.guard = guard;
    this.environment = environment;
    this.limit = limit;
  }

  /**
   * Downloads one wheel of exactly the given requirement into an empty folder.
   *
   * @return the wheel's file
   * @throws PlatformException with the command and pip's last lines
   */
  Path download(String requirement, Path folder) {
    Path log = folder.resolve("pip.log");
    List<String> arguments = new ArrayList<>(working(folder));
    arguments.addAll(List.of("download", "--no-deps", "--only-binary", ":all:"));
    arguments.addAll(List.of("--no-input", "--disable-pip-version-check", "--progress-bar", "off"));
    arguments.addAll(List.of("--retries", "1", "--timeout", "15"));
    arguments.addAll(List.of("-d", folder.toString(), requirement));
    String said = String.join(" ", arguments);
    run(arguments, folder, log, limit, said);
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".whl"))
          .findFirst()
          .orElseThrow(() -> failed(said, "brought no wheel", log));
    } catch (IOException e) {
      throw new PlatformException("cannot list " + folder + ": " + e.getMessage(), e);
    }
  }

  /** The commands tried, for messages. */
  static String forms() {
    return String.join(", ", FORMS.stream().map(form -> String.join(" ", form)).toList());
  }

  /** The first command that runs. */
  private List<String> working(Path folder) {
    String path = environment.getOrDefault("PATH", "");
    for (List<String> form : FORMS) {
      if (ProgramPath.find(form.get(0), path).isPresent() && answers(form, folder)) {
        return form;
      }
    }
    throw new PlatformException("no working pip on the PATH (tried: %s)".formatted(forms()));
  }

  private boolean answers(List<String> form, Path folder) {
    List<String> arguments = new ArrayList<>(form);
    arguments.add("--version");
    try {
      Duration brief = limit.compareTo(Duration.ofSeconds(15)) < 0 ? limit : Duration.ofSeconds(15);
      run(arguments, folder, folder.resolve("pip-version.log"), brief, String.join(" ", arguments));
      return true;
    } catch (PlatformException e) {
      return false;
    }
  }

  private void run(List<String> arguments, Path folder, Path log, Duration longest, String said) {
    GuardedProcess pip = guard.start(Command.logged("pip", arguments, folder, log).in(environment));
    try {
      boolean ended = pip.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
      pip.stop(GRACE);
      if (!ended) {
        throw failed(said, "did not end within " + longest.toSeconds() + " s", log);
      }
      if (pip.exitValue() != 0) {
        throw failed(said, "ended with exit status " + pip.exitValue(), log);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while pip was running", e);
    }
  }

  private static PlatformException failed(String said, String how, Path log) {
    return new PlatformException("`%s` %s. %s".formatted(said, how, LogTail.of(log, 6)));
  }
}
