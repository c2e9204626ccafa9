package io.meshgauge.platform.kubernetes;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.Command;
import io.meshgauge.platform.local.ProcessGuard;
import io.meshgauge.topology.Installation;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tool of a mesh's vendor, where it is on the PATH.
 *
 * @param program the file
 */
record VendorTool(Path program) {
  /** A tool waits for its workloads by itself, up to five minutes each. */
  private static final long LIMIT_MINUTES = 15;

  private static final int LAST_LINES = 6;

  /** The guardian writes what a program prints and its errors to one file; here they are two. */
  private static final String TO_FILE = "output=$1; shift; exec \"$@\" >\"$output\"";

  /** Starts a command line, with a file for what it prints and one for its errors. */
  @FunctionalInterface
  private interface Start {
    Process of(List<String> words, Path output, Path errors) throws IOException;
  }

  /**
   * Looks for a tool.
   *
   * @param path folders, as the variable PATH has them
   */
  static Optional<VendorTool> find(String name, String path) {
    return Arrays.stream(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst()
        .map(VendorTool::new);
  }

  /**
   * Runs it and waits for its end; it inherits our environment, and so finds the same kubeconfig.
   * When the harness is killed it goes on.
   *
   * @param command the whole command line, its first word the tool's name
   * @return what it printed on its standard output
   * @throws PlatformException when it fails or does not end, with its last words
   */
  byte[] run(List<String> command) {
    return run(
        command,
        (words, output, errors) ->
            new ProcessBuilder(words)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start());
  }

  /**
   * The same, but it ends with the harness, however that ends: an installation that went on would
   * put back what is removed meanwhile.
   *
   * @return as {@link #run}
   * @throws PlatformException as {@link #run}
   */
  byte[] runGuarded(List<String> command) {
    try (ProcessGuard guard = new ProcessGuard()) {
      return run(command, (words, output, errors) -> guard.start(guarded(words, output, errors)));
    }
  }

  private static Command guarded(List<String> words, Path output, Path errors) {
    List<String> all = new ArrayList<>(List.of("sh", "-c", TO_FILE, "sh", output.toString()));
    all.addAll(words);
    return Command.logged(words.get(0), all, Path.of("").toAbsolutePath(), errors)
        .in(System.getenv());
  }

  private byte[] run(List<String> command, Start start) {
    List<String> words = new ArrayList<>(command);
    words.set(0, program.toString());
    Path errors = null;
    Process process = null;
    try {
      errors = Files.createTempFile("meshgauge-tool", ".txt");
      Path output = Files.createTempFile("meshgauge-tool", ".out");
      try {
        process = start.of(words, output, errors);
        boolean ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
        if (!ended || process.exitValue() != 0) {
          throw failure(command, ended ? "ended with " + process.exitValue() : late(), errors);
        }
        return Files.readAllBytes(output);
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new PlatformException("%s could not be run: %s".formatted(words, e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while %s ran".formatted(words), e);
    } finally {
      if (process != null) {
        process.destroy();
      }
      delete(errors);
    }
  }

  /** What it says of its own version, on one line. */
  String version(Installation how) {
    List<String> command = new ArrayList<>(List.of(how.program()));
    command.addAll(how.version());
    try {
      return new String(run(command), StandardCharsets.UTF_8).strip().replaceAll("\\s+", " ");
    } catch (PlatformException e) {
      return "unknown version";
    }
  }

  private static String late() {
    return "did not end within %d min".formatted(LIMIT_MINUTES);
  }

  private static PlatformException failure(List<String> command, String what, Path errors)
      throws IOException {
    List<String> said = Files.readString(errors).lines().filter(it -> !it.isBlank()).toList();
    String last =
        said.stream()
            .skip(Math.max(0, said.size() - LAST_LINES))
            .map(String::strip)
            .collect(Collectors.joining(" | "));
    return new PlatformException(
        "`%s` %s; it said: %s"
            .formatted(String.join(" ", command), what, last.isEmpty() ? "nothing" : last));
  }

  private static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException ignored) {
      // A temporary file that stays is the system's to clear.
    }
  }
}
