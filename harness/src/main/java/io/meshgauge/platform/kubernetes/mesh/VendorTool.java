package io.meshgauge.platform.kubernetes.mesh;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.machine.ProgramPath;
import io.meshgauge.platform.local.process.Command;
import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.topology.design.Installation;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The CLI of a mesh's vendor.
 *
 * @param program its file on the PATH
 */
record VendorTool(Path program) {
  /** A tool waits up to five minutes for each of its workloads. */
  private static final long TIMEOUT_MINUTES = 15;

  private static final int MAX_ERROR_LINES = 6;

  /** Separates standard output from standard error, which the guardian writes to one file. */
  private static final String TO_FILE = "output=$1; shift; exec \"$@\" >\"$output\"";

  /** Starts a command with files for standard output and standard error. */
  @FunctionalInterface
  private interface Start {
    Process of(List<String> command, Path output, Path errors) throws IOException;
  }

  /**
   * Finds a tool.
   *
   * @param path folders in the format of the variable PATH
   */
  static Optional<VendorTool> find(String name, String path) {
    return ProgramPath.find(name, path).map(VendorTool::new);
  }

  /**
   * Runs it and waits for its exit. It inherits the environment and so uses the same kubeconfig. It
   * continues if the harness is killed.
   *
   * @param command the command line, which starts with the tool's name
   * @return its standard output
   * @throws PlatformException if it fails or does not exit, with its last lines
   */
  byte[] run(List<String> command) {
    return run(
        command,
        (line, output, errors) ->
            new ProcessBuilder(line)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start());
  }

  /**
   * Runs it like {@link #run}, but ends it with the harness: an installation that continued would
   * restore objects that are being removed.
   *
   * @return as {@link #run}
   * @throws PlatformException as {@link #run}
   */
  byte[] runGuarded(List<String> command) {
    try (ProcessGuard guard = new ProcessGuard()) {
      return run(command, (line, output, errors) -> guard.start(guarded(line, output, errors)));
    }
  }

  private static Command guarded(List<String> command, Path output, Path errors) {
    List<String> all = new ArrayList<>(List.of("sh", "-c", TO_FILE, "sh", output.toString()));
    all.addAll(command);
    return Command.logged(command.get(0), all, Path.of("").toAbsolutePath(), errors)
        .in(System.getenv());
  }

  private byte[] run(List<String> command, Start start) {
    List<String> line = new ArrayList<>(command);
    line.set(0, program.toString());
    Path errors = null;
    Process process = null;
    try {
      errors = Files.createTempFile("meshgauge-tool", ".txt");
      Path output = Files.createTempFile("meshgauge-tool", ".out");
      try {
        process = start.of(line, output, errors);
        boolean ended = process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES);
        if (!ended || process.exitValue() != 0) {
          throw failure(
              command, ended ? "exited with status " + process.exitValue() : late(), errors);
        }
        return Files.readAllBytes(output);
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new PlatformException("%s could not be run: %s".formatted(line, e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while %s ran".formatted(line), e);
    } finally {
      if (process != null) {
        process.destroy();
      }
      delete(errors);
    }
  }

  /** Its version, on one line. */
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
    return "did not end within %d min".formatted(TIMEOUT_MINUTES);
  }

  private static PlatformException failure(List<String> command, String what, Path errors)
      throws IOException {
    List<String> reported = Files.readString(errors).lines().filter(it -> !it.isBlank()).toList();
    String last =
        reported.stream()
            .skip(Math.max(0, reported.size() - MAX_ERROR_LINES))
            .map(String::strip)
            .collect(Collectors.joining(" | "));
    return new PlatformException(
        "`%s` %s; its last output: %s"
            .formatted(String.join(" ", command), what, last.isEmpty() ? "nothing" : last));
  }

  private static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException ignored) {
      // The system clears temporary files.
    }
  }
}
