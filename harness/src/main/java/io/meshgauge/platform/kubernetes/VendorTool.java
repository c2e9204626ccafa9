package io.meshgauge.platform.kubernetes;

import io.meshgauge.platform.PlatformException;
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
   *
   * @param command the whole command line, its first word the tool's name
   * @return what it printed on its standard output
   * @throws PlatformException when it fails or does not end, with its last words
   */
  byte[] run(List<String> command) {
    List<String> words = new ArrayList<>(command);
    words.set(0, program.toString());
    Path errors = null;
    Process process = null;
    try {
      errors = Files.createTempFile("meshgauge-tool", ".txt");
      Path output = Files.createTempFile("meshgauge-tool", ".out");
      try {
        process =
            new ProcessBuilder(words)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
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
